#if !os(Windows)
import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

extension PartialFile {
    /// Indicates whether a path, or the target of a symbolic link, is a regular file or missing.
    static func isRegularOrMissing(_ path: String) -> Bool {
        var info = stat()
        return fstatat(AT_FDCWD, path, &info, 0) != 0 || info.st_mode & S_IFMT == S_IFREG
    }

    /// Opens or creates a file and, on macOS and Linux if the file system supports locks, locks it until it is closed;
    /// a crash also closes it.
    ///
    /// Other Apple systems end an app that is suspended while it holds the lock of a file in an app group.
    ///
    /// - Throws: ``EndpointDownloadError/destinationInUse(_:)`` if other downloads lock the file or keep replacing it,
    ///   otherwise ``EndpointDownloadError/cannotWrite(_:reason:)``.
    static func openLocked(_ url: URL, for destination: URL) throws(EndpointDownloadError) -> FileHandle {
        let path = url.path(percentEncoded: false)
        // Try again, because the download that had locked the file may have moved or removed it in the meantime.
        for _ in 0..<100 {
            var isNew = true
            var descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
            if descriptor < 0, errno == EEXIST {
                isNew = false
                descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
                if descriptor < 0, errno == ELOOP {
                    try remove(url)
                    continue
                }
            }
            if descriptor < 0, errno == ENOENT {
                // Another download has removed the file, and perhaps the folder.
                try create(url.deletingLastPathComponent(), for: destination)
                continue
            }
            guard descriptor >= 0 else { throw .cannotWrite(url, reason: lastSystemError) }
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            #if os(macOS) || !canImport(Darwin)
            // Some file systems, often on a network, do not support locks: download without a lock there.
            if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { throw .destinationInUse(destination) }
            #endif

            var opened = stat()
            var named = stat()
            guard fstat(descriptor, &opened) == 0, lstat(path, &named) == 0, opened.st_ino == named.st_ino,
                opened.st_dev == named.st_dev
            else { continue }
            // Replace a file that is not regular, has another owner or has several hard links: it may be shared.
            let isOurs = opened.st_mode & S_IFMT == S_IFREG && opened.st_uid == geteuid() && opened.st_nlink == 1
            if isNew || isOurs { return handle }
            try remove(url)
        }
        throw .destinationInUse(destination)
    }

    /// Moves a file atomically, replaces an existing file, and releases the lock.
    static func move(_ url: URL, _ handle: FileHandle, to other: URL) throws(EndpointDownloadError) {
        guard rename(url.path(percentEncoded: false), other.path(percentEncoded: false)) == 0 else {
            throw .cannotWrite(other, reason: lastSystemError)
        }
        close(handle)
    }

    /// Removes a file and releases the lock.
    static func remove(_ url: URL, _ handle: FileHandle) {
        // Unlink the file first, because another download may use it once the lock is released.
        unlink(url.path(percentEncoded: false))
        close(handle)
    }

    /// Closes a file and releases the lock.
    ///
    /// Without the explicit unlock, the lock would last until child processes that inherited the file close it too.
    static func close(_ handle: FileHandle) {
        flock(handle.fileDescriptor, LOCK_UN)
        try? handle.close()
    }

    static func removeEmptyFolder(_ url: URL) {
        _ = rmdir(url.path(percentEncoded: false))
    }

    private static func remove(_ url: URL) throws(EndpointDownloadError) {
        guard unlink(url.path(percentEncoded: false)) == 0 || errno == ENOENT else {
            throw .cannotWrite(url, reason: lastSystemError)
        }
    }

    private static var lastSystemError: String { String(cString: strerror(errno)) }
}
#endif
