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

extension TemporaryFile {
    /// Creates a file that other users cannot open, because its content may be private.
    static func create(_ url: URL) throws -> FileHandle {
        let descriptor = open(url.path(percentEncoded: false), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Removes the name of the file, so that the file does not remain after a crash.
    ///
    /// The content exists until the file is closed.
    func removeName() {
        unlink(url.path(percentEncoded: false))
    }
}
#endif
