public import Foundation

/// A server that receives the requests of base URL endpoints, usually a case of an enum.
///
/// An enum whose raw values are URL strings needs no further code:
///
/// ```swift
/// enum Server: String, ServerType {
///     case staging = "https://staging.example.com/api/"
///     case production = "https://example.com/api/"
/// }
///
/// let request = try GetUser(id: 867).request(baseURL: Server.staging)
/// ```
public protocol ServerType: SendableMetatype {
    /// The base URL: absolute, usually with a path that ends in a slash.
    var url: URL { get throws }
}

extension ServerType where Self: RawRepresentable, RawValue == String {
    /// The URL in the raw value.
    ///
    /// - Throws: ``EndpointRequestError/invalidURL(_:)`` if the raw value is not a valid URL.
    public var url: URL {
        get throws(EndpointRequestError) {
            guard let url = URL(string: rawValue) else {
                throw .invalidURL(Redaction.standard.masked(inBrokenURL: rawValue))
            }
            return url
        }
    }
}

@available(*, unavailable, message: "Declare the servers, as in enum Server: String, ServerType, or pass a URL")
extension String: ServerType {
    public var url: URL { get throws { throw EndpointRequestError.missingBaseURL } }
}

extension BaseURLEndpointType {
    /// Builds the request for a server.
    ///
    /// - Parameter server: The server whose URL is the base URL.
    /// - Returns: The request, whose URL is absolute.
    /// - Throws: Rethrows errors from ``ServerType/url`` and ``request(baseURL:)-(URL)``.
    public func request(baseURL server: some ServerType) throws -> URLRequest {
        try request(baseURL: server.url)
    }

    /// Binds the endpoint to a server.
    ///
    /// - Parameter server: The server whose URL is the base URL.
    /// - Returns: An endpoint with its own URL.
    /// - Throws: Rethrows errors from ``ServerType/url``.
    public func endpoint(baseURL server: some ServerType) throws -> BoundEndpoint<Self> {
        endpoint(baseURL: try server.url)
    }
}
