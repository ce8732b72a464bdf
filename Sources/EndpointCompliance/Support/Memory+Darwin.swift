#if canImport(Darwin)
import Darwin

extension Memory {
    /// The most that was held so far, in bytes, because the system does not begin anew.
    ///
    /// So a check is less strict where more was held at some time before, and not where each has its own process.
    static func resetPeak() throws -> Int {
        try peak()
    }

    /// The most that was held, in bytes.
    static func peak() throws -> Int {
        var usage = rusage()
        getrusage(RUSAGE_SELF, &usage)
        return usage.ru_maxrss
    }
}
#endif
