#if os(Windows)
extension Memory {
    /// Returns zero, because memory is not checked on Windows.
    static func resetPeak() throws -> Int { 0 }

    /// Returns zero, as ``resetPeak()`` does.
    static func peak() throws -> Int { 0 }
}
#endif
