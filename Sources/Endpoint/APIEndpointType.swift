public import Foundation

/// A base URL endpoint that requires every part of its request, with a default for each except the relative URL.
///
/// ```swift
/// struct CreateUser { var name: String }
///
/// extension CreateUser: APIEndpointType {
///     var method: HTTPMethod { .post }
///     var relativeURLString: String { "users" }
///     var body: HTTPBody { ["name": name] }
/// }
/// ```
///
/// Every part is a requirement of the protocol, so a property that the type declares with the required name and type is
/// used. With separate providers such as ``QueryItemsProviderType``, a property is ignored if the conformance is
/// missing, and the compiler does not warn.
///
/// A property of another type, such as `headerFields: [String: Any]`, is ignored if its part has a default. The
/// compiler warns if the property is in an extension that declares the conformance.
///
/// In a base class, declare every part that a subclass overrides: the base class determines the conformance, so a part
/// that only the subclass declares is ignored.
///
/// ## Your own defaults
///
/// If the requests of an API have something in common, refine the protocol:
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
}

// The constraint keeps generic code from choosing this property instead of the requirement.
extension APIEndpointType where BodyValue == HTTPBody? {
    /// No body.
    public var body: HTTPBody? { nil }
}
