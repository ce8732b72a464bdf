import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// The resident memory of this process.
///
/// An extension for each system measures the memory, except on Windows, where it is not measured.
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
}
