#if os(Linux) || os(Android)
import Foundation

extension Memory {
    /// Resets the peak resident memory of the process.
    ///
    /// - Returns: The current resident memory of the process, in bytes.
    static func resetPeak() throws -> Int {
        try "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
        return try value(of: "VmRSS")
    }

    /// Returns the peak resident memory of the process since the last reset, in bytes.
    static func peak() throws -> Int {
        try value(of: "VmHWM")
    }

    private static func value(of name: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        guard let kibibytes = line.flatMap({ Int($0.filter(\.isNumber)) }) else { throw CocoaError(.fileReadUnknown) }
        return kibibytes * 1_024
    }
}
#endif
