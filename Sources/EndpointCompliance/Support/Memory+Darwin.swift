#if canImport(Darwin)
import Darwin

extension Memory {
    /// Returns the same value as ``peak()``, because the system cannot reset the peak.
    ///
    /// A check is therefore less strict after an earlier peak, unless each check runs in its own process.
    static func resetPeak() throws -> Int {
        try peak()
    }

    /// Returns the peak resident memory of the process since its start, in bytes.
    static func peak() throws -> Int {
        var usage = rusage()
        getrusage(RUSAGE_SELF, &usage)
        return usage.ru_maxrss
    }
}
#endif
