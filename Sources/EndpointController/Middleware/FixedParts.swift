public import EndpointTransports
public import Foundation

/// Middleware that adds the same header fields and query items, such as an API key, to each request.
///
/// ```swift
/// let key = FixedParts(headerFields: ["X-API-Key": apiKey])
/// let controller = EndpointController<APIError>(baseURL: Server.staging, middleware: [key])
/// ```
///
/// The parts go only to the origin that you name; by default, only to the origin of the controller's base URL. A
/// redirect to another origin drops the fields, except `Idempotency-Key` and fields that describe the body. A field or
/// a query item is not added if the request already has one of the same name.
public struct FixedParts: EndpointMiddleware {
    private let headerFields: [String: String]
    private let queryItems: [URLQueryItem]
    private let origin: URL?

    /// Creates a middleware with header fields and query items.
    ///
    /// - Parameters:
    ///   - headerFields: The header fields, keyed by name; by default none. If a field is not valid or two names differ
    ///     only in case, every call to the origin throws ``EndpointError/invalidRequest(_:_:)`` with an
    ///     `EndpointRequestError`.
    ///   - queryItems: The query items, not percent-encoded, which follow the request's own; by default none.
    ///   - origin: A URL whose origin is the only one that receives the parts. The default, nil, stands for the origin
    ///     of the base URL; without a base URL, no request gets the parts.
    public init(headerFields: [String: String] = [:], queryItems: [URLQueryItem] = [], origin: URL? = nil) {
        self.headerFields = headerFields
        self.queryItems = queryItems
        self.origin = origin
    }

    /// Adds the parts to a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - next: The next middleware, or the transport.
    /// - Returns: The response.
    /// - Throws: `EndpointRequestError` for invalid or duplicate fields, or a URL that is not valid; rethrows errors
    ///   from `next`.
    public func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
        guard next.trusts(request, origin: origin) else { return try await next(request) }
        var request = headerFields.isEmpty ? request : try request.adding(headerFields)
        if !queryItems.isEmpty, let url = request.url {
            let present = Set(URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems?.map(\.name) ?? [])
            request.url = try URLResolution.url(url, queryItems: queryItems.filter { !present.contains($0.name) })
        }
        return try await next(request)
    }
}

extension FixedParts: _OpaqueType {
    /// The name of the type and the names of the parts, without their values.
    public var description: String {
        "FixedParts(\((headerFields.keys.sorted() + queryItems.map(\.name)).joined(separator: ", ")))"
    }
}
