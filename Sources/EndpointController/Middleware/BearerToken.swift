public import EndpointTransports
public import Foundation

/// Middleware that adds a bearer token to each request (RFC 6750, section 2.1).
///
/// ```swift
/// let token = BearerToken()
/// let controller = EndpointController<APIError>(baseURL: staging, middleware: [token])
/// token.value = try await controller.load(LogIn(user: user)).accessToken
/// ```
///
/// You can set and remove the token at any time. The token goes only to the origin that you name; by default, only to
/// the origin of the controller's base URL. A request that already has an `Authorization` field keeps that field.
public final class BearerToken: EndpointMiddleware {
    private let token: Locked<String?>
    private let origin: URL?

    /// Creates a middleware with or without a token.
    ///
    /// - Parameters:
    ///   - value: The token, or nil if there is none yet; by default nil.
    ///   - origin: A URL whose origin is the only one that receives the token. The default, nil, stands for the origin
    ///     of the base URL; without a base URL, no request gets the token.
    public init(_ value: String? = nil, origin: URL? = nil) {
        token = Locked(value)
        self.origin = origin
    }

    /// The token, or nil for none.
    ///
    /// You can change it from any thread; a request that was already sent keeps its token.
    public var value: String? {
        get { token.withLock(\.self) }
        set { token.withLock { $0 = newValue } }
    }

    /// Adds the token to a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - next: The next middleware, or the transport.
    /// - Returns: The response.
    /// - Throws: `EndpointRequestError` for a token that is not valid in a header field; rethrows errors from `next`.
    public func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
        guard let value, next.trusts(request, origin) else { return try await next(request) }
        return try await next(request.adding(["Authorization": "Bearer \(value)"]))
    }
}

extension BearerToken: _OpaqueType, ShownAsText {
    /// The name of the type, without the token.
    package var text: String { "BearerToken" }
}
