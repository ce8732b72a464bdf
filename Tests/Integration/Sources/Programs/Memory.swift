import Foundation

#if canImport(Darwin)
import Darwin
#endif

/// The peak of the memory that this process has used, in KiB.
public func peakMemory() throws -> Int {
    #if canImport(Darwin)
    var usage = rusage()
    getrusage(RUSAGE_SELF, &usage)
    return usage.ru_maxrss / 1_024
    #else
    // On Linux, getrusage may report the peak of the parent process.
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    return Int(line.filter(\.isNumber)) ?? .max
    #endif
}
