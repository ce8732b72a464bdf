import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// How much memory this process holds.
///
/// How a system tells of it stands in a file for each.
enum Memory {
    /// How much a call may hold that keeps little, in bytes: several times as much with a sanitizer, which takes notes
    /// of each byte.
    static let allowance = (isSanitized ? 256 : 64) * 1_048_576

    #if canImport(Glibc)
    private static let isSanitized = dlsym(nil, "__tsan_init") != nil
    #else
    private static let isSanitized = false
    #endif

    /// Expects that little is held meanwhile.
    @discardableResult
    static func expectLittle<Value>(_ subject: String, _ body: () async throws -> Value) async throws -> Value {
        let before = try resetPeak()
        let value = try await body()
        let growth = try peak() - before
        let (mebibytes, limit) = (growth / 1_048_576, allowance / 1_048_576)
        try Expect.that("\(subject) to hold less than \(limit) MiB", growth < allowance, found: "\(mebibytes) MiB")
        return value
    }
}
