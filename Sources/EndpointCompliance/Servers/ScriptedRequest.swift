import Foundation

/// A request as it arrived at a ``ScriptedServer``.
public struct ScriptedRequest: Sendable {
    /// The request line and the header fields, without the empty line after them; `TLS` for a TLS handshake.
    public var head: String

    /// The body, without chunk framing; empty if the server does not read bodies.
    public var body: [UInt8]

    /// The method, such as `GET`; `TLS` for a TLS handshake.
    public var method: String { String(head.prefix { $0 != " " }) }

    /// The request target (RFC 9112, section 3.2), usually the path and the query.
    public var target: String { head.split(separator: " ").dropFirst().first.map { String($0) } ?? "" }

    /// Returns the value of a header field.
    ///
    /// - Parameter name: The name of the field, case-insensitive.
    /// - Returns: The value of the first field with that name, or nil if there is none.
    public func field(_ name: String) -> String? {
        for line in head.split(separator: "\r\n").dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, parts[0].lowercased() == name.lowercased() {
                return parts[1].trimmingCharacters(in: .whitespaces)
            }
        }
        return nil
    }
}
