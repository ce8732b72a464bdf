public import Foundation

/// Any endpoint that is relative to a base URL, without its type.
///
/// ```swift
/// let endpoints = [AnyBaseURLEndpoint(ListUsers()), AnyBaseURLEndpoint(GetUser(id: 867))]
/// let requests = try endpoints.map { try $0.request(baseURL: staging) }
/// ```
public struct AnyBaseURLEndpoint: BaseURLEndpointType {
    let endpoint: any BaseURLEndpointType

    /// Erases the type of an endpoint.
    ///
    /// - Parameter endpoint: The endpoint whose requests this one builds.
    public init(_ endpoint: some BaseURLEndpointType) {
        self.endpoint = endpoint
    }

    /// Builds the request of the endpoint for a server.
    ///
    /// - Parameter baseURL: An absolute URL, usually with a path that ends in a slash.
    /// - Returns: The request of the endpoint.
    /// - Throws: What the endpoint throws.
    public func request(baseURL: URL) throws -> URLRequest {
        try endpoint.request(baseURL: baseURL)
    }
}
