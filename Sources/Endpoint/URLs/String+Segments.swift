extension String {
    /// Returns a relative URL whose path has these segments, each percent-encoded (RFC 3986, section 3.3).
    ///
    /// ```swift
    /// var relativeURLString: String { .segments(["repos", owner, name]) }
    /// ```
    ///
    /// - Parameter values: The values, of which each description becomes one segment. If a value is empty, or is `.` or
    ///   `..`, even with parameters as in `..;x=1`, building the request throws `EndpointRequestError.unsafePathSegment`.
    /// - Returns: The text, such as `repos/apple/swift%20book`.
    public static func segments(_ values: [any CustomStringConvertible]) -> String {
        PathSegment.joined(values)
    }
}
