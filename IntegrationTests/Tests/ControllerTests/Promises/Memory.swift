import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// How much memory this process holds, where the system tells.
enum Memory {
    #if os(Linux)
    /// Begins anew to look for the most that is held.
    ///
    /// - Returns: What is held now, in bytes.
    static func resetPeak() throws -> Int {
        try "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
        return try value(of: "VmRSS")
    }

    /// The most that was held, in bytes.
    static func peak() throws -> Int {
        try value(of: "VmHWM")
    }

    private static func value(of name: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        guard let kibibytes = line.flatMap({ Int($0.filter(\.isNumber)) }) else { throw CocoaError(.fileReadUnknown) }
        return kibibytes * 1_024
    }
    #else
    static func resetPeak() throws -> Int { 0 }
    static func peak() throws -> Int { 0 }
    #endif

    /// How much a call may hold that keeps little, in bytes: several times as much with a sanitizer, which takes notes
    /// of each byte.
    static let allowance = (isSanitized ? 256 : 64) * 1_048_576

    #if canImport(Glibc)
    private static let isSanitized = dlsym(nil, "__tsan_init") != nil
    #else
    private static let isSanitized = false
    #endif
}
