public import Foundation

/// A type-erased endpoint that is relative to a base URL.
///
/// ```swift
/// let endpoints = [AnyBaseURLEndpoint(ListUsers()), AnyBaseURLEndpoint(GetUser(id: 867))]
/// let requests = try endpoints.map { try $0.request(baseURL: staging) }
/// ```
public struct AnyBaseURLEndpoint: BaseURLEndpointType, EndpointWrapper, Sendable {
    /// The endpoint whose type is erased.
    public let base: any BaseURLEndpointType & Sendable

    /// Erases the type of an endpoint.
    ///
    /// - Parameter endpoint: The endpoint that builds the requests.
    public init(_ endpoint: some BaseURLEndpointType & Sendable) {
        base = endpoint
    }

    /// Builds the request of the endpoint for a base URL.
    ///
    /// - Parameter baseURL: An absolute URL, usually with a path that ends in a slash.
    /// - Returns: The request of the endpoint.
    /// - Throws: Rethrows errors from the endpoint.
    public func request(baseURL: URL) throws -> URLRequest {
        try base.request(baseURL: baseURL)
    }
}
