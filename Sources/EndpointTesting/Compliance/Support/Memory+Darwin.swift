#if canImport(Darwin)
import Darwin

extension Memory {
    /// The most that was held so far, in bytes, because the system does not begin anew.
    ///
    /// Where more was held at some time before, the check is less strict; each in a process of its own is as strict
    /// as it can be.
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
