import Foundation

extension URLRequest {
    /// A POSIX shell command that sends this request with curl.
    ///
    /// ```swift
    /// print(try GetUser(id: 867).request(baseURL: staging).curlCommand)
    /// ```
    ///
    /// The command contains the credentials of the request; to hide them, use ``curlCommand(hiding:)``.
    public var curlCommand: String {
        var command = CurlCommand(self, hiding: nil)
        return command.text()
    }

    /// Returns a POSIX shell command that sends this request with curl, with `***` in place of secrets.
    ///
    /// Header fields, the URL and the body are always quoted for the shell. A body is piped into curl if it contains a
    /// file, is longer than 100,000 bytes or is not printable UTF-8 text. The command reads a file from its path, so
    /// the file must still exist when the command runs. The stream of an ``HTTPBody`` is written into the command if
    /// the stream can be read and is not longer than 1 MiB. Pipe any other stream into the command yourself.
    ///
    /// - Parameter redaction: The secrets to hide in the URL, the header fields and the body.
    /// - Returns: The command, on several lines.
    public func curlCommand(hiding redaction: Redaction) -> String {
        var command = CurlCommand(self, hiding: redaction)
        return command.text()
    }
}
