public import Foundation

// A cast outside an actor does not find a conformance that is isolated to the actor, so the part would be missing from
// the request. All providers refine `SendableMetatype`, which does not allow isolated conformances.

/// A type that supplies the method of a request.
///
/// ```swift
/// extension DeleteUser: BaseURLEndpointType, MethodProviderType {
///     var method: HTTPMethod { .delete }
/// }
/// ```
public protocol MethodProviderType: _NamesOfOtherLibraries {
    /// The method of the request.
    var method: HTTPMethod { get }
}

/// A type that supplies header fields of a request.
///
/// ```swift
/// extension GetUser: HeaderFieldsProviderType {
///     var headerFields: [String: String] { ["Accept": "application/json"] }
/// }
/// ```
///
/// Names and values are checked when the request is built: see ``EndpointRequestError/invalidHeaderFieldName(_:)``,
/// ``EndpointRequestError/invalidHeaderFieldValue(name:value:)`` and
/// ``EndpointRequestError/duplicateHeaderField(_:_:)``.
public protocol HeaderFieldsProviderType: SendableMetatype {
    /// The header fields of the request, keyed by name.
    ///
    /// To leave out fields whose values are nil, write `.fields(["X-Trace": trace])`.
    ///
    /// A `Content-Type` given here takes precedence over the body's content type.
    var headerFields: [String: String] { get }
}

/// A type that supplies query items of a request.
///
/// ```swift
/// extension ListUsers: QueryItemsProviderType {
///     var queryItems: [URLQueryItem] { .items(["sort": "created", "page": page]) }
/// }
/// ```
///
/// If making the items can fail, as with `[URLQueryItem].encoded(_:)`, declare a getter that throws.
/// Building the request wraps the error in ``EndpointRequestError/queryItemsNotEncodable(_:)``.
///
/// ```swift
/// extension SearchIssues: QueryItemsProviderType {
///     var queryItems: [URLQueryItem] { get throws { try .encoded(filter) } }
/// }
/// ```
public protocol QueryItemsProviderType: SendableMetatype {
    /// The query items, in the order in which they are appended to the URL.
    ///
    /// Names and values are plain text: everything except `/`, `?` and the unreserved characters is percent-encoded
    /// when the request is built. An item whose value is nil is sent as its name alone, without `=`.
    var queryItems: [URLQueryItem] { get throws }
}

/// A type that supplies the URL of a base URL endpoint, relative to the base URL.
///
/// ```swift
/// extension ListFollowers: RelativeURLStringProviderType {
///     var relativeURLString: String { "users/\(segment: name)/followers" }
/// }
/// ```
public protocol RelativeURLStringProviderType: SendableMetatype {
    /// A URL reference that is resolved against the base URL (RFC 3986, section 5.2), such as `users`.
    ///
    /// The URL stays under the base URL: building the request throws an ``EndpointRequestError`` if the string has a
    /// scheme or a host, or if it begins with a slash that would drop the path of the base URL. To climb out of a
    /// folder, write `../users`. To reach another server, conform to ``EndpointType`` and ``URLProviderType``.
    ///
    /// Interpolate data with `\(segment: value)`, which keeps the data in one path segment, and send data of the query
    /// as query items: in `"users?q=\(text)"`, the text could add `&admin=1`.
    ///
    /// A string such as `users` replaces everything after the last slash of the base URL's path, so end that path with
    /// a slash. Characters that a URL cannot contain are percent-encoded; existing escapes are kept.
    var relativeURLString: String { get }
}

/// A type that supplies the whole URL of an endpoint.
///
/// ```swift
/// extension GetStatus: EndpointType, MethodProviderType, URLProviderType {
///     var method: HTTPMethod { .get }
///     var url: URL? { URL(string: "https://status.example.com/api/v2/status.json") }
/// }
/// ```
///
/// Conform an ``EndpointType`` to this protocol; for a ``BaseURLEndpointType``, use ``RelativeURLStringProviderType``
/// instead.
public protocol URLProviderType: SendableMetatype {
    /// The absolute URL of the request; if nil, building the request throws ``EndpointRequestError/missingURL``.
    var url: URL? { get }
}
