public import EndpointController
public import Foundation

/// A middleware that adds a unique key to each POST and PATCH, so that the server processes a repeated request only
/// once.
///
/// ```swift
/// let api = EndpointController<APIError>(baseURL: staging, middleware: [IdempotencyKey(), RequestRetrier()])
/// ```
///
/// Put it before the ``RequestRetrier``, which may then send these requests again. A request that middleware sends
/// again keeps its key, unless its method, path, query or body has changed; body streams are not compared. A request
/// that already has an `Idempotency-Key` field keeps that field, unless it is empty. Use this middleware only if the
/// server supports the field (draft-ietf-httpapi-idempotency-key-header).
public struct IdempotencyKey: EndpointMiddleware {
    /// The format of the key in the `Idempotency-Key` header field.
    public enum Format: Sendable {
        /// In quotation marks, as the draft for `Idempotency-Key` requires: a string (RFC 9651, section 3.3.3).
        case quoted
        /// Without quotation marks, for example for Stripe.
        case plain
    }

    private static let name = "Idempotency-Key"

    private let format: Format
    private let makeKey: @Sendable () -> String

    /// Creates a middleware.
    ///
    /// - Parameters:
    ///   - format: The format of the key in the header field. The default is ``Format/quoted``.
    ///   - makeKey: A closure that returns a unique key each time it is called. The default closure returns a UUID.
    public init(_ format: Format = .quoted, makeKey: @escaping @Sendable () -> String = { UUID().uuidString }) {
        self.format = format
        self.makeKey = makeKey
    }

    /// Adds a key to a POST or PATCH request that does not have one.
    ///
    /// - Throws: `EndpointRequestError` for a key that cannot be sent in a header field. Rethrows errors from `next`.
    public func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
        let method = HTTPMethod(rawValue: request.httpMethod ?? "GET")
        guard method == .post || method == .patch, request.value(forHTTPHeaderField: Self.name)?.isEmpty != false
        else { return try await next(request) }
        let identity = Identity(request)
        let known = next.withValue(initially: [Identity: String]()) { $0[identity] }
        // Make a key before taking the lock of the call: the closure belongs to the app.
        let new = known ?? written(makeKey())
        let key = next.withValue(initially: [identity: new]) { keys in
            let key = keys[identity] ?? new
            keys[identity] = key
            return key
        }
        var request = request
        try request.setHeaderFields([Self.name: key])
        return try await next(request)
    }

    /// The parts of a request that stay the same when middleware sends it again, perhaps to another origin.
    private struct Identity: Hashable {
        let method, path, query: String?
        let body: Data?

        init(_ request: URLRequest) {
            method = request.httpMethod
            path = request.url?.path(percentEncoded: true)
            query = request.url?.query(percentEncoded: true)
            body = request.httpBody
        }
    }

    private func written(_ key: String) -> String {
        guard format == .quoted else { return key }
        let escaped = key.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
        return "\"\(escaped)\""
    }
}
