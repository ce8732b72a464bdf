#if os(Windows)
import Foundation

extension PartialFile {
    /// Opens a file for reading and writing, or creates it. Two processes must not download to one file here.
    ///
    /// - Parameters:
    ///   - path: Where the file is.
    ///   - destination: What to name in errors.
    static func openLocked(_ path: String, for destination: URL) throws(EndpointDownloadError) -> FileHandle {
        do {
            let url = URL(fileURLWithPath: path)
            if !FileManager.default.fileExists(atPath: path) { try Data().write(to: url) }
            return try FileHandle(forUpdating: url)
        } catch {
            throw .cannotWrite(destination, reason: error.localizedDescription)
        }
    }

    /// Moves a file to where another one may be. A file that is open cannot be moved here.
    static func move(
        _ path: String,
        _ handle: FileHandle,
        to other: URL
    ) throws(EndpointDownloadError) {
        do {
            try handle.close()
            let url = URL(fileURLWithPath: path)
            if FileManager.default.fileExists(atPath: other.path(percentEncoded: false)) {
                _ = try FileManager.default.replaceItemAt(other, withItemAt: url)
            } else {
                try FileManager.default.moveItem(at: url, to: other)
            }
        } catch {
            throw .cannotWrite(other, reason: error.localizedDescription)
        }
    }

    /// Removes a file. One that is open cannot be removed here.
    static func remove(_ path: String, _ handle: FileHandle) {
        try? handle.close()
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Removes a folder if there is nothing in it.
    static func removeEmptyFolder(_ url: URL) {
        guard (try? FileManager.default.contentsOfDirectory(atPath: url.path).isEmpty) == true else { return }
        try? FileManager.default.removeItem(at: url)
    }
}
#endif
