import EndpointSupport
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
    ///   - value: The token alone, without `Bearer`, or nil if there is none yet; by default nil. If the token is empty
    ///     or contains white space or any other character that is not visible in ASCII, every call to the origin throws
    ///     ``EndpointError/invalidRequest(_:_:)`` with `EndpointRequestError.invalidToken`.
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
    /// - Throws: `EndpointRequestError.invalidToken`; rethrows errors from `next`.
    public func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
        guard let value, next.trusts(request, origin: origin) else { return try await next(request) }
        return try await next(request.adding(Self.headerFields(for: value)))
    }

    /// Returns the header field that carries a token.
    ///
    /// More is accepted than the `b64token` of RFC 6750, section 2.1, because Laravel's tokens contain `|`, for
    /// example.
    private static func headerFields(for token: String) throws(EndpointRequestError) -> [String: String] {
        guard !token.isEmpty, token.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { throw .invalidToken }
        return ["Authorization": "Bearer \(token)"]
    }
}

extension BearerToken: _OpaqueType {
    /// The name of the type, without the token.
    public var description: String { "BearerToken" }
}
