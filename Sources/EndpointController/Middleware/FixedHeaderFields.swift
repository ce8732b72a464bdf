public import Endpoint
public import Foundation

/// Middleware that adds the same header fields, such as an API key, to each request.
///
/// ```swift
/// let fields = FixedHeaderFields(["X-API-Key": key])
/// let controller = EndpointController<APIError>(baseURL: staging, middleware: [fields])
/// ```
///
/// The fields are added only for the origin that you name; by default, only for the origin of the controller's base
/// URL. A redirect to another origin drops them, except `Idempotency-Key` and fields that describe the body. A field
/// that the request already has stays as it is.
public struct FixedHeaderFields: EndpointMiddleware {
    private let headerFields: [String: String]
    private let origin: URL?

    /// Creates a middleware with header fields.
    ///
    /// - Parameters:
    ///   - headerFields: The header fields, keyed by name. If a field is not valid or two names differ only in case,
    ///     every call to the origin throws ``EndpointError/invalidRequest(_:)`` with an `EndpointRequestError`.
    ///   - origin: A URL whose origin receives the fields. The default, nil, stands for the origin of the base URL;
    ///     without a base URL, no request gets the fields.
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
    /// - Throws: `EndpointRequestError` for invalid or duplicate fields; rethrows errors from `next`.
    public func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
        try await next(request.adding(headerFields, for: next.trusts(request, origin)))
    }
}

extension FixedHeaderFields: _OpaqueType, ShownAsText {
    /// The name of the type and the names of the fields, without their values.
    package var text: String { "FixedHeaderFields(\(headerFields.map(\.key).sorted().joined(separator: ", ")))" }
}
