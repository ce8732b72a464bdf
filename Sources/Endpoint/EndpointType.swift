/// A type that describes a whole request.
///
/// A type that also conforms to ``MethodProviderType`` and ``URLProviderType`` gets ``request`` for free.
/// ``HeaderFieldsProviderType``, ``QueryItemsProviderType`` and ``BodyProviderType`` each supply a part of that request
/// if the type conforms to them, wherever the conformance is declared.
///
/// ```swift
/// struct GetStatus {}
///
/// extension GetStatus: EndpointType, MethodProviderType, URLProviderType {
///     var method: HTTPMethod { .get }
///     var url: URL? { URL(string: "https://status.example.com/api/v2/status.json") }
/// }
///
/// let request = try GetStatus().request
/// ```
///
/// For an API with more than one server, such as staging and production, use ``BaseURLEndpointType``.
public protocol EndpointType: RequestProviderType {
    /// The request that the endpoint describes.
    ///
    /// - Throws: The default implementations throw an ``EndpointRequestError``. In an ``EndpointWrapper``, they rethrow
    ///   the error of the base.
    var request: URLRequest { get throws }
}

extension EndpointType where Self: MethodProviderType & URLProviderType {
    /// The request that the endpoint's providers describe.
    ///
    /// - Throws: ``EndpointRequestError``, which names the part at fault.
    @inlinable
    public var request: URLRequest {
        get throws(EndpointRequestError) {
            guard let url else { throw .missingURL }
            let resolved = try URLResolution.url(url, queryItems: RequestBuilder.queryItems(of: self))
            return try RequestBuilder.request(url: resolved, method: method, endpoint: self)
        }
    }
}
