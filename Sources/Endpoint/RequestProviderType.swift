public import Foundation

/// A type that builds a request: the root of the endpoint protocols.
///
/// Conform to ``EndpointType``, ``BaseURLEndpointType`` or ``APIEndpointType``. Use this protocol in a function that
/// accepts any endpoint:
///
/// ```swift
/// func log(_ endpoint: some RequestProviderType, baseURL: URL) throws {
///     print(try endpoint.request(relativeTo: baseURL).curlCommand(hiding: .standard))
/// }
/// ```
///
/// If an endpoint is an instance of a class, do not change it during a call: the call may read it on another thread.
public protocol RequestProviderType: SendableMetatype {
    /// Builds the request.
    ///
    /// - Parameter baseURL: The base URL, or nil if there is none. A ``BaseURLEndpointType`` requires an absolute URL,
    ///   but accepts nil if it is also an ``EndpointType``. A type that is only an ``EndpointType`` ignores the base
    ///   URL.
    /// - Returns: The request, whose URL is absolute.
    /// - Throws: The default implementations throw an ``EndpointRequestError`` or rethrow the endpoint's error.
    func request(relativeTo baseURL: URL?) throws -> URLRequest
}

extension EndpointType {
    /// Returns the ``request`` of the endpoint, and ignores the base URL.
    ///
    /// - Parameter baseURL: A URL that is ignored.
    /// - Returns: The request.
    /// - Throws: Rethrows errors from ``request``.
    public func request(relativeTo baseURL: URL?) throws -> URLRequest {
        try request
    }
}

extension BaseURLEndpointType {
    /// Builds the request for a base URL, and refuses nil.
    ///
    /// - Parameter baseURL: An absolute URL, usually with a path that ends in a slash.
    /// - Returns: The request.
    /// - Throws: ``EndpointRequestError/missingBaseURL``, or the error of ``request(baseURL:)-(URL)``.
    public func request(relativeTo baseURL: URL?) throws -> URLRequest {
        guard let baseURL else { throw EndpointRequestError.missingBaseURL }
        return try request(baseURL: baseURL)
    }
}

extension BaseURLEndpointType where Self: EndpointType {
    /// Builds the request for a base URL, or returns the endpoint's ``EndpointType/request`` if the base URL is nil.
    ///
    /// - Parameter baseURL: Nil, or an absolute URL, usually with a path that ends in a slash.
    /// - Returns: The request.
    /// - Throws: Rethrows the error of the endpoint.
    public func request(relativeTo baseURL: URL?) throws -> URLRequest {
        guard let baseURL else { return try request }
        return try request(baseURL: baseURL)
    }
}
