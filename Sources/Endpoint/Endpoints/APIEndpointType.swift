public import Foundation

/// A base URL endpoint with every provider, each with a default except the relative URL: the common case in one word.
///
/// ```swift
/// struct CreateUser: APIEndpointType {
///     var name: String
///     var method: HTTPMethod { .post }
///     var relativeURLString: String { "users" }
///     var body: HTTPBody? { .json(["name": name]) }
/// }
/// ```
///
/// Every part is a requirement of the protocol, so a property that you declare always counts. With single providers
/// such as ``QueryItemsProviderType``, a property whose protocol is missing is ignored, and the compiler does not warn.
///
/// In a class, declare every part that a subclass is to override: Swift fixes a conformance with the base class, so a
/// part that only the subclass declares is ignored.
///
/// ## Your own defaults
///
/// An API whose requests have something in common refines the protocol:
///
/// ```swift
/// protocol ShopEndpoint: APIEndpointType {}
///
/// extension ShopEndpoint {
///     var headerFields: [String: String] { ["Accept": "application/vnd.shop+json"] }
/// }
/// ```
public protocol APIEndpointType: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType,
    HeaderFieldsProviderType, QueryItemsProviderType, BodyProviderType
{}

extension APIEndpointType {
    /// `GET`.
    public var method: HTTPMethod { .get }

    /// No header fields.
    public var headerFields: [String: String] { [:] }

    /// No query items.
    public var queryItems: [URLQueryItem] { [] }

    /// No body.
    public var body: HTTPBody? { nil }
}
