import Foundation

/// A folder for the files of a check, at first empty.
struct TemporaryFolder: Sendable {
    /// The names of the files that an unfinished download leaves next to its destination.
    static let leftover = [".export.zip.partial", ".export.zip.partial.json"]

    let url: URL
    var file: URL { url.appending(path: "export.zip") }

    /// Creates a folder, passes it to a closure, and removes it afterwards.
    static func with(_ body: (TemporaryFolder) async throws -> Void) async throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "Endpoint-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: url) }
        try await body(TemporaryFolder(url: url))
    }

    /// Returns the sorted names of the files in the folder.
    func contents() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
    }

    func bytes() throws -> [UInt8] {
        Array(try Data(contentsOf: file))
    }
}
