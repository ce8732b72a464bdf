public import Foundation

extension PayloadParser where Payload == URL {
    /// Writes the body to a file in one step, and replaces an existing file.
    ///
    /// ```swift
    /// extension GetAvatar: PayloadProviderType {
    ///     var parser: PayloadParser<URL> { .file(folder.appending(path: "\(userID).png")) }
    /// }
    /// ```
    ///
    /// The whole body is in memory first: for more than a few megabytes, use a download of the controller.
    ///
    /// - Parameter destination: A file URL. Missing folders above it are created.
    /// - Returns: A parser that gives the destination. It throws ``EndpointPayloadError/unwritableFile(_:_:)``.
    public static func file(_ destination: URL) -> PayloadParser {
        PayloadParser { response in
            do {
                guard destination.isFileURL else { throw CocoaError(.fileWriteUnsupportedScheme) }
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
