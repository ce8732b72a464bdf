public import Endpoint
public import Foundation

/// Adds the same header fields to each request, such as an API key.
///
/// ```swift
/// let key = FixedHeaderFields(["X-API-Key": key])
/// let controller = EndpointController<APIError>(baseURL: staging, middleware: [key])
/// ```
///
/// They go only to the origin of the controller's base URL, or to the origin that you name here. A field that an
/// endpoint sets itself stays as it is.
public struct FixedHeaderFields: EndpointMiddleware {
    private let headerFields: [String: String]
    private let origin: URL?

    /// Creates a middleware with header fields.
    ///
    /// - Parameters:
    ///   - headerFields: The header fields, values by names. A field that HTTP forbids makes every call throw.
    ///   - origin: A URL of the only server that gets them; nil for the server of the base URL.
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
