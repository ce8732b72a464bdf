public import Endpoint
public import Foundation

/// Adds the same query items to the URL of each request, such as an API key.
///
/// ```swift
/// let key = FixedQueryItems(.items(["api_key": key]))
/// let controller = EndpointController<APIError>(baseURL: staging, middleware: [key])
/// ```
///
/// They go only to the origin of the controller's base URL, or to the origin that you name here. They follow the items
/// of the endpoint; an item whose name the endpoint uses is not added.
public struct FixedQueryItems: EndpointMiddleware {
    private let queryItems: [URLQueryItem]
    private let origin: URL?

    /// Creates a middleware with query items.
    ///
    /// - Parameters:
    ///   - queryItems: The query items, as plain text.
    ///   - origin: A URL of the only server that gets them; nil for the server of the base URL.
    public init(_ queryItems: [URLQueryItem], origin: URL? = nil) {
        self.queryItems = queryItems
        self.origin = origin
    }

    /// Adds the items to a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - next: The next middleware, or the transport.
    /// - Returns: The response.
    /// - Throws: Rethrows errors from `next`.
    public func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
        guard next.trusts(request, origin), let url = request.url else { return try await next(request) }
        let present = Set(URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems?.map(\.name) ?? [])
        var request = request
        request.url = try URLResolution.url(url, queryItems: queryItems.filter { !present.contains($0.name) })
        return try await next(request)
    }
}

extension FixedQueryItems: _OpaqueType {
    /// The names of the items, without their values.
    public var description: String { "FixedQueryItems(\(queryItems.map(\.name).joined(separator: ", ")))" }
}
