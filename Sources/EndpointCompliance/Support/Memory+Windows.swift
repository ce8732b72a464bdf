#if os(Windows)
extension Memory {
    /// Nothing: the system is not asked, so memory is not checked here.
    static func resetPeak() throws -> Int { 0 }

    /// Nothing, as before.
    static func peak() throws -> Int { 0 }
}
#endif
