public import Foundation

/// A base URL endpoint together with its base URL: see ``BaseURLEndpointType/endpoint(baseURL:)-(URL)``.
public struct BoundEndpoint<Base: BaseURLEndpointType>: EndpointType, EndpointWrapper {
    /// The endpoint that is relative to the base URL.
    public let base: Base

    /// The URL against which the relative URL of the endpoint is resolved.
    public let baseURL: URL

    /// The request of the endpoint for the base URL.
    ///
    /// - Throws: Rethrows errors from the endpoint.
    public var request: URLRequest {
        get throws { try base.request(baseURL: baseURL) }
    }
}

extension BoundEndpoint: Sendable where Base: Sendable {}

extension BaseURLEndpointType {
    /// Binds the endpoint to a base URL.
    ///
    /// ```swift
    /// let endpoint = GetUser(id: 867).endpoint(baseURL: staging)
    /// let request = try endpoint.request
    /// ```
    ///
    /// - Parameter baseURL: An absolute URL, usually with a path that ends in a slash.
    /// - Returns: An endpoint with its own URL.
    public func endpoint(baseURL: URL) -> BoundEndpoint<Self> {
        BoundEndpoint(base: self, baseURL: baseURL)
    }
}
