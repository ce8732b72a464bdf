public import Foundation

/// A type that supplies query items of a request.
///
/// ```swift
/// extension ListUsers: QueryItemsProviderType {
///     var queryItems: [URLQueryItem] { .items(["sort": "created", "page": page]) }
/// }
/// ```
///
/// If the getter can fail, for example because it encodes a value, declare it with `throws`, as below. When the
/// request is built, the getter's error is wrapped in ``EndpointRequestError/queryItemsNotEncodable(_:)``.
///
/// ```swift
/// extension SearchUsers: QueryItemsProviderType {
///     var queryItems: [URLQueryItem] { get throws { try .items(encoding: filter) } }
/// }
/// ```
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
