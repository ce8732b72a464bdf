#if os(Windows)
import Foundation

extension PartialFile {
    static func isRegularOrMissing(_ path: String) -> Bool {
        let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        return [nil, .typeRegular, .typeSymbolicLink].contains(type)
    }

    /// Opens or creates a file without a lock: two processes must not download to the same file at the same time.
    ///
    /// - Throws: ``EndpointDownloadError/cannotWrite(_:reason:)``.
    static func openLocked(_ url: URL, for destination: URL) throws(EndpointDownloadError) -> FileHandle {
        do {
            if !FileManager.default.fileExists(atPath: url.path) { try Data().write(to: url) }
            return try FileHandle(forUpdating: url)
        } catch {
            throw .cannotWrite(url, reason: error.localizedDescription)
        }
    }

    /// Closes a file, because an open file cannot be moved, then moves it and replaces an existing file.
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

    /// Closes a file, because an open file cannot be removed, then removes it.
    static func remove(_ url: URL, _ handle: FileHandle) {
        close(handle)
        try? FileManager.default.removeItem(at: url)
    }

    static func close(_ handle: FileHandle) {
        try? handle.close()
    }

    static func removeEmptyFolder(_ url: URL) {
        guard (try? FileManager.default.contentsOfDirectory(atPath: url.path).isEmpty) == true else { return }
        try? FileManager.default.removeItem(at: url)
    }
}
#endif
