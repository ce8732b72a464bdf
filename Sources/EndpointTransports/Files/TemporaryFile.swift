import Foundation

/// A file that exists as long as this object.
final class TemporaryFile: Sendable {
    let url: URL
    let handle: FileHandle

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "Endpoint-\(UUID().uuidString)")
        handle = try Self.create(url)
    }

    /// Empties the file, so that a task that is still reading it reaches the end of the file at once.
    func removeContent() {
        try? handle.truncate(atOffset: 0)
    }

    deinit {
        // In this order: on Windows, an open file cannot be removed.
        try? handle.close()
        try? FileManager.default.removeItem(at: url)
    }
}
