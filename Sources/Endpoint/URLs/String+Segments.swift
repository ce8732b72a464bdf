extension DefaultStringInterpolation {
    /// Interpolates a value as one path segment, percent-encoded (RFC 3986, section 3.3).
    ///
    /// ```swift
    /// let name = "a/b?"
    /// let path = "users/\(segment: name)/followers"  // users/a%2Fb%3F/followers
    /// ```
    ///
    /// A `+` in the value is encoded too, because some servers read it as a space.
    ///
    /// Use `segment:` only in paths: in a query, `&` and `=` would keep their meaning. Send query data as query items.
    ///
    /// A segment that is empty, `.` or `..` would change the path around it. So would `..;x=1` on a server that removes
    /// the parameters after a semicolon before it resolves dot segments. Encoding cannot make such a segment safe, so
    /// building a request with it throws ``EndpointRequestError/unsafePathSegment(_:in:)``. An empty value causes that
    /// error even within a longer segment.
    ///
    /// - Parameter segment: The value, such as an identifier. Its description becomes the segment.
    public mutating func appendInterpolation(segment: some CustomStringConvertible) {
        appendLiteral(PathSegment.encoded(segment.description, after: description))
    }
}

extension String {
    /// Returns a relative URL whose path has these segments, each percent-encoded (RFC 3986, section 3.3).
    ///
    /// ```swift
    /// var relativeURLString: String { .segments(["repos", owner, name]) }
    /// ```
    ///
    /// - Parameter values: The values, of which each description becomes one segment. If a value is empty, or is `.` or
    ///   `..`, even with parameters as in `..;x=1`, building the request throws
    ///   `EndpointRequestError.unsafePathSegment`.
    /// - Returns: The text, such as `repos/apple/swift%20book`.
    public static func segments(_ values: [any CustomStringConvertible]) -> String {
        var path = ""
        for value in values {
            if !path.isEmpty { path += "/" }
            path += PathSegment.encoded(value.description, after: path)
        }
        return path
    }
}
