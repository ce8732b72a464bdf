import Foundation

/// A file for the body of a request.
enum TemporaryFile {
    /// Creates a file of data, followed by zeros, passes it to a closure, and removes it afterwards.
    static func with(_ data: Data, size: Int? = nil, _ body: (URL) async throws -> Void) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "Endpoint-\(UUID().uuidString)")
        try data.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        if let size { try FileHandle(forWritingTo: file).truncate(atOffset: UInt64(size)) }
        try await body(file)
    }
}
