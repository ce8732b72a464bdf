import Foundation

extension URLRequest {
    /// A POSIX shell command that sends the same request with curl.
    ///
    /// ```swift
    /// print(try GetUser(id: 867).request(baseURL: staging).curlCommand)
    /// ```
    ///
    /// The command contains the credentials of the request: see ``curlCommand(hidingCredentials:)``.
    public var curlCommand: String { curlCommand(hidingCredentials: false) }

    /// Returns a POSIX shell command that sends the request with curl, with its credentials shown or hidden.
    ///
    /// The contents of header fields, URL and body are always quoted. A body that is longer than 100,000 bytes or is
    /// not visible text is piped into curl. The command reads a file from its path, so the file must still exist when
    /// the command runs. The stream of an ``HTTPBody`` is written into the command if it can be read and is not longer
    /// than 1 MiB; pipe any other stream into the command yourself.
    ///
    /// - Parameter hidingCredentials: `true` to put `***` in place of credentials: for the values of header fields such
    ///   as `Authorization` and `Cookie`, for the user information of the URL, and for query items, form fields and
    ///   JSON members with names such as `access_token` and `password`. A secret under any other name, or in a body of
    ///   another type, is not recognised.
    /// - Returns: The command, over several lines.
    public func curlCommand(hidingCredentials: Bool) -> String {
        var command = CurlCommand(self, hidingCredentials: hidingCredentials)
        return command.text()
    }
}
