#if canImport(Darwin)
import Darwin

/// The memory that this process holds.
enum Memory {
    /// Returns the peak of the memory held so far, in bytes: the system cannot reset it, but this process has just
    /// begun.
    static func resetPeak() throws -> Int {
        try peak()
    }

    /// Returns the peak of the memory held, in bytes.
    static func peak() throws -> Int {
        var usage = rusage()
        getrusage(RUSAGE_SELF, &usage)
        return usage.ru_maxrss
    }
}
#endif
