public import Foundation

/// A type that supplies the whole URL of an endpoint.
///
/// ```swift
/// struct GetStatus: EndpointType, MethodProviderType, URLProviderType {
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
