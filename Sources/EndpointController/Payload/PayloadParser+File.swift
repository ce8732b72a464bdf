public import Foundation

extension PayloadParser where Payload == URL {
    /// Returns a parser that writes the body to a file atomically, replacing an existing file.
    ///
    /// ```swift
    /// extension GetAvatar: PayloadProviderType {
    ///     var parser: PayloadParser<URL> { .file(folder.appending(path: "\(userID).png")) }
    /// }
    /// ```
    ///
    /// The whole body is held in memory first. For more than a few megabytes, use the controller's `download(_:to:)`.
    ///
    /// - Parameter destination: A file URL. Missing parent folders are created. A folder, a device, a pipe or a socket
    ///   is not replaced: the underlying error is an ``EndpointDownloadError``.
    /// - Returns: A parser that returns the destination, or throws ``EndpointPayloadError/unwritableFile(_:_:)``. A
    ///   controller wraps that error in ``EndpointError/fileNotWritable(_:_:)``.
    public static func file(_ destination: URL) -> PayloadParser {
        PayloadParser { response in
            do {
                try PartialFile.check(destination)
                let folder = destination.deletingLastPathComponent()
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try response.body.write(to: destination, options: .atomic)
                return destination
            } catch {
                throw EndpointPayloadError.unwritableFile(destination, error)
            }
        }
    }
}
