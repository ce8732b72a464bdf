import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// The memory that this process holds.
///
/// An extension for each system measures it.
enum Memory {
    /// The number of bytes that a call may hold if it should hold little.
    ///
    /// With Glibc, it is larger under Thread Sanitizer, which keeps records of each byte.
    static let allowance = (isSanitized ? 256 : 64) * 1_048_576

    #if canImport(Glibc)
    private static let isSanitized = dlsym(nil, "__tsan_init") != nil
    #else
    private static let isSanitized = false
    #endif

    /// Expects that the process holds little more memory while a closure runs.
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
