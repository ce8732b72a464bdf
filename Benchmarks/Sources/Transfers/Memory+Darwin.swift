#if canImport(Darwin)
import Darwin

/// How much memory this process holds.
enum Memory {
    /// The most that was held so far, in bytes: the system does not begin anew, but this process has just begun.
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
