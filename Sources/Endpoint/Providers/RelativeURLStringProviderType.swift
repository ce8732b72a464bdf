/// A type that supplies the URL of a base URL endpoint, relative to the base URL.
///
/// ```swift
/// extension ListFollowers: RelativeURLStringProviderType {
///     var relativeURLString: String { "users/\(segment: name)/followers" }
/// }
/// ```
public protocol RelativeURLStringProviderType: SendableMetatype {
    /// A URL reference that is resolved against the base URL (RFC 3986, section 5.2).
    ///
    /// A string such as `users` replaces everything after the last slash of the base URL's path, so end that path with
    /// a slash. A string such as `/users` replaces the whole path. Characters that a URL cannot contain are
    /// percent-encoded; existing escapes are kept.
    ///
    /// Interpolate data with `\(segment: value)`, which keeps the data in one path segment.
    var relativeURLString: String { get }
}

extension _RequestParts where Self: RelativeURLStringProviderType {
    public var _relativeURLString: String? { relativeURLString }
}
