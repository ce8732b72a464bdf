import Foundation

/// A file that is there as long as somebody holds this.
final class TemporaryFile: Sendable {
    let url: URL
    let handle: FileHandle

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "Endpoint-\(UUID().uuidString)")
        handle = try Self.create(url)
    }

    /// Takes everything out of it: who reads it is at its end.
    func removeContent() {
        try? handle.truncate(atOffset: 0)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
