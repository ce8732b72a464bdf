public import Foundation

/// A type that supplies the method of a request.
///
/// ```swift
/// extension DeleteUser: BaseURLEndpointType, MethodProviderType {
///     var method: HTTPMethod { .delete }
/// }
/// ```
public protocol MethodProviderType: SendableMetatype {
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

extension _RequestParts where Self: HeaderFieldsProviderType {
    public var _headerFields: [String: String]? { headerFields }
}

/// A type that supplies query items of a request.
///
/// ```swift
/// extension ListUsers: QueryItemsProviderType {
///     var queryItems: [URLQueryItem] { .items(["sort": "created", "page": page]) }
/// }
/// ```
///
/// The methods that make query items do not throw: if a value cannot be encoded, building the request throws
/// ``EndpointRequestError/queryItemsNotEncodable(_:)``. If your own code can fail, declare the getter with
/// `get throws`; its error is wrapped in the same case.
public protocol QueryItemsProviderType: SendableMetatype {
    /// The query items, in the order in which they are appended to the URL.
    ///
    /// Names and values are plain text: everything except `/`, `?` and the unreserved characters is percent-encoded
    /// when the request is built. An item whose value is nil is sent as its name alone, without `=`.
    var queryItems: [URLQueryItem] { get throws }
}

extension _RequestParts where Self: QueryItemsProviderType {
    public var _queryItems: [URLQueryItem]? { get throws { try queryItems } }
}

/// A type that supplies the URL of a base URL endpoint, relative to the base URL.
///
/// ```swift
/// extension ListFollowers: RelativeURLStringProviderType {
///     var relativeURLString: String { "users/\(segment: name)/followers" }
/// }
/// ```
public protocol RelativeURLStringProviderType: SendableMetatype {
    /// A URL reference that is resolved against the base URL (RFC 3986, section 5.2), such as `users`, without a
    /// leading slash: `/users` replaces the whole path of the base URL.
    ///
    /// Interpolate data with `\(segment: value)`, which keeps the data in one path segment, and send data of the query
    /// as query items: in `"users?q=\(text)"`, the text could add `&admin=1`.
    ///
    /// A string such as `users` replaces everything after the last slash of the base URL's path, so end that path with
    /// a slash. Characters that a URL cannot contain are percent-encoded; existing escapes are kept.
    var relativeURLString: String { get }
}

extension _RequestParts where Self: RelativeURLStringProviderType {
    public var _relativeURLString: String? { relativeURLString }
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
