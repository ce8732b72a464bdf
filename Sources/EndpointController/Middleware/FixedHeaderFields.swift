public import Endpoint
public import Foundation

/// Middleware that adds the same header fields, such as an API key, to each request.
///
/// ```swift
/// let key = FixedHeaderFields(["X-API-Key": key])
/// let controller = EndpointController<APIError>(baseURL: staging, middleware: [key])
/// ```
///
/// The fields go only to the origin of the controller's base URL, or only to the origin that you name instead. A field
/// that an endpoint sets itself stays as it is.
public struct FixedHeaderFields: EndpointMiddleware {
    private let headerFields: [String: String]
    private let origin: URL?

    /// Creates a middleware with header fields.
    ///
    /// - Parameters:
    ///   - headerFields: The header fields, keyed by name. A field that HTTP forbids makes every call to the origin
    ///     fail with `EndpointRequestError`.
    ///   - origin: A URL of the only origin that receives the fields. The default is nil, which stands for the origin
    ///     of the base URL.
    public init(_ headerFields: [String: String], origin: URL? = nil) {
        self.headerFields = headerFields
        self.origin = origin
    }

    /// Adds the fields to a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - next: The next middleware, or the transport.
    /// - Returns: The response.
    /// - Throws: `EndpointRequestError` for a field that HTTP forbids; rethrows errors from `next`.
    public func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
        try await next(request.adding(headerFields, for: next.trusts(request, origin)))
    }
}

extension FixedHeaderFields: _OpaqueType {
    /// The names of the fields, without their values.
    public var description: String { "FixedHeaderFields(\(headerFields.keys.sorted().joined(separator: ", ")))" }
}
