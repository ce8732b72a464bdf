import Foundation

extension URLRequest {
    /// A POSIX shell command that sends this request with curl.
    ///
    /// ```swift
    /// print(try GetUser(id: 867).request(baseURL: staging).curlCommand)
    /// ```
    ///
    /// The command contains the credentials of the request; to hide them, use ``curlCommand(hidingCredentials:)``.
    public var curlCommand: String { curlCommand(hidingCredentials: false) }

    /// Returns a POSIX shell command that sends this request with curl, optionally with credentials hidden.
    ///
    /// Header fields, the URL and the body are always quoted for the shell. A body is piped into curl if it contains a
    /// file, is longer than 100,000 bytes or is not printable UTF-8 text. The command reads a file from its path, so
    /// the file must still exist when the command runs. The stream of an ``HTTPBody`` is written into the command if
    /// the stream can be read and is not longer than 1 MiB. Pipe any other stream into the command yourself.
    ///
    /// - Parameter hidingCredentials: `true` to replace recognised credentials with `***`: the user information of the
    ///   URL, and values with names such as `Authorization`, `Cookie`, `access_token` and `password`. The values are
    ///   hidden in header fields, query items, URL-encoded forms, multipart parts and JSON. A secret under another
    ///   name, or in a body of another type, may stay visible.
    /// - Returns: The command, on several lines.
    public func curlCommand(hidingCredentials: Bool) -> String {
        var command = CurlCommand(self, hidingCredentials: hidingCredentials)
        return command.text()
    }
}
