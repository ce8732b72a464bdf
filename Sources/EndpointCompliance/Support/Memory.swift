import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// The resident memory of this process.
enum Memory {
    /// The limit for the growth of memory during a call, in bytes.
    ///
    /// With Glibc, the limit is larger under Thread Sanitizer, which needs memory for its own records.
    static let allowance = (isSanitized ? 256 : 64) * 1_048_576

    #if canImport(Glibc)
    private static let isSanitized = dlsym(nil, "__tsan_init") != nil
    #else
    private static let isSanitized = false
    #endif

    /// Expects the memory of the process to grow by less than ``allowance`` while a closure runs.
    @discardableResult
    static func expectLittle<Value>(_ subject: String, _ body: () async throws -> Value) async throws -> Value {
        let before = try resetPeak()
        let value = try await body()
        let growth = try peak() - before
        let (mebibytes, limit) = (growth / 1_048_576, allowance / 1_048_576)
        try Expect.that("\(subject) to hold less than \(limit) MiB", growth < allowance, found: "\(mebibytes) MiB")
        return value
    }

    #if canImport(Darwin)
    /// Returns the same value as ``peak()``, because the system cannot reset the peak.
    ///
    /// A check is therefore less strict after an earlier peak, unless each check runs in its own process.
    private static func resetPeak() throws -> Int { try peak() }

    /// Returns the peak resident memory of the process since its start, in bytes.
    private static func peak() throws -> Int {
        var usage = rusage()
        getrusage(RUSAGE_SELF, &usage)
        return usage.ru_maxrss
    }
    #else
    /// Resets the peak resident memory of the process, and returns its current resident memory, in bytes.
    private static func resetPeak() throws -> Int {
        try "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
        return try value(of: "VmRSS")
    }

    /// Returns the peak resident memory of the process since the last reset, in bytes.
    private static func peak() throws -> Int { try value(of: "VmHWM") }

    private static func value(of name: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        guard let kibibytes = line.flatMap({ Int($0.filter(\.isNumber)) }) else { throw CocoaError(.fileReadUnknown) }
        return kibibytes * 1_024
    }
    #endif
}
