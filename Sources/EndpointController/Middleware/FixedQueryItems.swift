public import Endpoint
public import Foundation

/// Middleware that adds the same query items, such as an API key, to the URL of each request.
///
/// ```swift
/// let items = FixedQueryItems(.items(["api_key": key]))
/// let controller = EndpointController<APIError>(baseURL: staging, middleware: [items])
/// ```
///
/// The items go only to the origin that you name; by default, only to the origin of the controller's base URL. They
/// follow the items that the request already has. An item is not added if the request has an item of the same name.
public struct FixedQueryItems: EndpointMiddleware {
    private let queryItems: [URLQueryItem]
    private let origin: URL?

    /// Creates a middleware with query items.
    ///
    /// - Parameters:
    ///   - queryItems: The query items, not percent-encoded.
    ///   - origin: A URL whose origin is the only one that receives the items. The default, nil, stands for the origin
    ///     of the base URL; without a base URL, no request gets the items.
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
    /// - Throws: `EndpointRequestError` for a URL that is not valid; rethrows errors from `next`.
    public func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
        guard next.trusts(request, origin), let url = request.url else { return try await next(request) }
        let present = Set(URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems?.map(\.name) ?? [])
        var request = request
        request.url = try URLResolution.url(url, queryItems: queryItems.filter { !present.contains($0.name) })
        return try await next(request)
    }
}

extension FixedQueryItems: _OpaqueType, ShownAsText {
    /// The name of the type and the names of the items, without their values.
    package var text: String { "FixedQueryItems(\(queryItems.map(\.name).joined(separator: ", ")))" }
}
