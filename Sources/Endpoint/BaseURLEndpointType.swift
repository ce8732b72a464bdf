public import Foundation

/// A type that describes a request except for the server that it is sent to.
///
/// A type that also conforms to ``MethodProviderType`` gets ``request(baseURL:)`` for free.
/// ``RelativeURLStringProviderType``, ``HeaderFieldsProviderType``, ``QueryItemsProviderType`` and ``BodyProviderType``
/// each supply a part of that request if the type conforms to them, wherever the conformance is declared.
///
/// ```swift
/// struct GetUser { var id: Int }
///
/// extension GetUser: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType {
///     var method: HTTPMethod { .get }
///     var relativeURLString: String { "users/\(segment: id)" }
/// }
///
/// let staging = URL(string: "https://staging.example.com/api/")!
/// let request = try GetUser(id: 867).request(baseURL: staging)
/// ```
///
/// A relative URL string such as `users/867` replaces everything after the last slash of the base URL's path, including
/// the query (RFC 3986, section 5.2). So end the path of the base URL with a slash. A relative URL string that would
/// drop a segment, the whole path or the server of the base URL is refused.
///
/// A property such as `headerFields` is used only if the type conforms to the matching provider, here
/// ``HeaderFieldsProviderType``. To set something that has no provider, such as a cache policy, change the request that
/// the endpoint builds.
public protocol BaseURLEndpointType: RequestProviderType {
    /// Builds the request for a base URL.
    ///
    /// - Parameter baseURL: An absolute URL, usually with a path that ends in a slash.
    /// - Returns: The request, whose URL is absolute.
    /// - Throws: The default implementations throw an ``EndpointRequestError``. In an ``EndpointWrapper``, they rethrow
    ///   the error of the base.
    func request(baseURL: URL) throws -> URLRequest
}

extension BaseURLEndpointType where Self: MethodProviderType {
    /// Builds the request from the endpoint's providers and a base URL.
    ///
    /// - Parameter baseURL: An absolute URL, usually with a path that ends in a slash.
    /// - Returns: The request, whose URL is absolute.
    /// - Throws: ``EndpointRequestError``, which names the part at fault.
    @inlinable
    public func request(baseURL: URL) throws(EndpointRequestError) -> URLRequest {
        let url = try URLResolution.url(
            (self as? any RelativeURLStringProviderType)?.relativeURLString ?? "",
            relativeTo: baseURL,
            queryItems: RequestBuilder.queryItems(of: self)
        )
        return try RequestBuilder.request(url: url, method: method, endpoint: self)
    }
}
