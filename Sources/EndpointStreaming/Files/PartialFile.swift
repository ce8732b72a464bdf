import Dispatch
import EndpointSupport
import Foundation

/// The part of a download that has arrived, in a file that is beside the destination and, except on Windows, hidden.
///
/// Other downloads in this process cannot use the file. A lock also keeps downloads in other processes from using it,
/// on macOS and Linux if the file system supports locks. After a crash, the next download can continue the part, or
/// overwrites it if there is no resume point for it.
final class PartialFile {
    private let destination: URL
    private let partial: URL
    /// The file that contains the resume point.
    private let sidecar: URL
    /// The folders that were created for the destination, the innermost first.
    private let createdFolders: [URL]
    private let claim: Claim
    private let handle: FileHandle
    // Not private, because a test holds up the writes.
    let queue = DispatchQueue(label: "Endpoint.PartialFile")

    /// The resume point for the bytes in the file; nil if they cannot be continued.
    private(set) var resumePoint: ResumePoint?
    /// The number of bytes in the file; bytes from an earlier download count only if there is a resume point for them.
    private(set) var size: Int64

    /// Opens the file that an earlier download left, or creates the file and the folders above it.
    init(for destination: URL, resumes: Bool) throws(EndpointDownloadError) {
        let destination = destination.absoluteURL
        try Self.check(destination)
        let folder = destination.deletingLastPathComponent()
        let name = Self.shortened(destination.lastPathComponent)
        partial = folder.appending(path: ".\(name).partial", directoryHint: .notDirectory)
        sidecar = folder.appending(path: ".\(name).partial.json", directoryHint: .notDirectory)
        self.destination = destination
        createdFolders = Self.missingFolders(above: destination)
        do throws(EndpointDownloadError) {
            try Self.create(folder, for: destination)
            let path = folder.resolvingSymlinksInPath().path + "/" + partial.lastPathComponent
            guard let claim = Claim(path) else { throw .destinationInUse(destination) }
            self.claim = claim
            handle = try Self.openLocked(partial, for: destination)
        } catch {
            createdFolders.forEach(Self.removeEmptyFolder)
            throw error
        }

        let left = resumes ? try? JSONDecoder().decode(ResumePoint.self, from: Data(contentsOf: sidecar)) : nil
        let end = (try? handle.seekToEnd()).flatMap { Int64(exactly: $0) } ?? 0
        let isUseful = left.map { StrongValidator.isValid($0.validator) && end > 0 && end <= $0.total ?? .max }
        resumePoint = isUseful == true ? left : nil
        size = resumePoint == nil ? 0 : end
    }

    /// Returns the name, shortened if it has more than 200 bytes, because most file systems limit a name to 255 bytes.
    private static func shortened(_ name: String) -> String {
        if name.utf8.count <= 200 { return name }
        // The hash tells names with the same beginning apart.
        return String(decoding: name.utf8.prefix(200), as: UTF8.self) + "-\(ResumePoint.hash(name))"
    }

    /// Returns the resume point for the bytes in the file, or nil if a request cannot continue them.
    func resumePoint(for request: URLRequest, identity: String?) -> ResumePoint? {
        guard let resumePoint, resumePoint.isFor(request, identity: identity) else { return nil }
        if size == resumePoint.total {
            // A range cannot begin at the end of a file, so request the last byte again.
            guard (try? handle.truncate(atOffset: UInt64(size - 1))) != nil else { return nil }
            size -= 1
        }
        return size > 0 ? resumePoint : nil
    }

    /// Empties the file, and saves the resume point for the new bytes; nil means that they cannot be continued.
    func begin(_ resumePoint: ResumePoint?) throws {
        // Do this first: otherwise, after a crash, the new bytes would be taken for bytes of the old version.
        try removeSidecar()
        self.resumePoint = nil
        // Truncate only if needed: on some systems, closing a file that was truncated to zero bytes flushes it to disk.
        if try handle.seekToEnd() > 0 { try handle.truncate(atOffset: 0) }
        size = 0
        guard let resumePoint else { return }
        // Do not overwrite a file that another program may have created.
        try JSONEncoder().encode(resumePoint).write(to: sidecar, options: .withoutOverwriting)
        self.resumePoint = resumePoint
    }

    /// Writes the next bytes on the file's own queue, so that a slow disk does not block the cooperative thread pool.
    func append(_ chunk: Data) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            queue.async { [handle] in continuation.resume(with: Result { try handle.write(contentsOf: chunk) }) }
        }
        size += Int64(chunk.count)
    }

    /// Marks the bytes in the file as impossible to continue, so that `giveUp()` removes the file.
    func spoil() {
        resumePoint = nil
    }

    /// Moves the whole file into place.
    func finish() throws {
        // Do this first, because once the file has moved, another download may use the same names.
        try removeSidecar()
        resumePoint = nil
        try Self.move(partial, handle, to: destination)
    }

    /// Keeps a part that can be continued; removes any other part, and any empty folders that were created for it.
    func giveUp() {
        if resumePoint != nil, size > 0 {
            Self.close(handle)
        } else {
            try? removeSidecar()
            Self.remove(partial, handle)
            createdFolders.forEach(Self.removeEmptyFolder)
        }
    }

    private func removeSidecar() throws {
        do {
            try FileManager.default.removeItem(at: sidecar)
        } catch CocoaError.fileNoSuchFile {
            return
        }
    }
}

extension PartialFile {
    /// Throws an error if a destination is not a valid file URL, or is a folder or another item that a file must not
    /// replace.
    static func check(_ destination: URL) throws(EndpointDownloadError) {
        guard destination.isFileURL else { throw .invalidDestination(destination) }
        let path = destination.path(percentEncoded: false)
        guard !path.isEmpty, !path.contains("\0") else { throw .invalidDestination(destination) }
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        guard !destination.hasDirectoryPath, !(exists && isFolder.boolValue) else {
            throw .destinationIsFolder(destination)
        }
        // Without this check, the file would replace a device, a pipe or a socket, or a symbolic link to one.
        guard isRegularOrMissing(path) else { throw .destinationIsNotRegular(destination) }
    }

    /// Returns the missing folders above a file, the innermost first.
    private static func missingFolders(above url: URL) -> [URL] {
        var missing: [URL] = []
        var folder = url.deletingLastPathComponent()
        while !FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)),
            folder.pathComponents.count > 1
        {
            missing.append(folder)
            folder = folder.deletingLastPathComponent()
        }
        return missing
    }

    static func create(_ folder: URL, for destination: URL) throws(EndpointDownloadError) {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw .cannotWrite(destination, reason: error.localizedDescription)
        }
    }
}

/// The exclusive right, within this process, to use a path; it ends when the object is released.
private final class Claim {
    private static let paths = Locked<Set<String>>([])
    private let path: String

    init?(_ path: String) {
        guard Self.paths.withLock({ $0.insert(path).inserted }) else { return nil }
        self.path = path
    }

    deinit {
        Self.paths.withLock { _ = $0.remove(path) }
    }
}
