#if os(Windows)
import Foundation

extension PartialFile {
    /// Opens a file for reading and writing, or creates it.
    ///
    /// There is no lock on Windows, so two downloads must not use the same file at the same time.
    ///
    /// - Parameters:
    ///   - url: The URL of the file.
    ///   - destination: The URL to name in errors.
    /// - Returns: The open file.
    /// - Throws: ``EndpointDownloadError/cannotWrite(_:reason:)``.
    static func openLocked(_ url: URL, for destination: URL) throws(EndpointDownloadError) -> FileHandle {
        do {
            if !FileManager.default.fileExists(atPath: url.path) { try Data().write(to: url) }
            return try FileHandle(forUpdating: url)
        } catch {
            throw .cannotWrite(destination, reason: error.localizedDescription)
        }
    }

    /// Closes a file, because an open file cannot be moved, and moves it over an existing file if there is one.
    static func move(_ url: URL, _ handle: FileHandle, to other: URL) throws(EndpointDownloadError) {
        do {
            try handle.close()
            if FileManager.default.fileExists(atPath: other.path) {
                _ = try FileManager.default.replaceItemAt(other, withItemAt: url)
            } else {
                try FileManager.default.moveItem(at: url, to: other)
            }
        } catch {
            throw .cannotWrite(other, reason: error.localizedDescription)
        }
    }

    /// Closes and removes a file, because an open file cannot be removed.
    static func remove(_ url: URL, _ handle: FileHandle) {
        close(handle)
        try? FileManager.default.removeItem(at: url)
    }

    /// Closes a file.
    static func close(_ handle: FileHandle) {
        try? handle.close()
    }

    /// Removes a folder if it is empty.
    static func removeEmptyFolder(_ url: URL) {
        guard (try? FileManager.default.contentsOfDirectory(atPath: url.path).isEmpty) == true else { return }
        try? FileManager.default.removeItem(at: url)
    }
}
#endif
