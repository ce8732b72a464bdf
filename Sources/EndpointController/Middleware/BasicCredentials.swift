public import EndpointTransports
public import Foundation

/// Middleware that adds a user name and a password to each request (the `Basic` scheme, RFC 7617).
///
/// ```swift
/// let credentials = BasicCredentials(user: "ada", password: password)
/// let controller = EndpointController<APIError>(baseURL: staging, middleware: [credentials])
/// ```
///
/// The credentials go only to the origin that you name; by default, only to the origin of the controller's base URL. A
/// request that already has an `Authorization` field keeps that field. Every call with a user name or password in its
/// URL throws ``EndpointError/invalidRequest(_:_:)``, because transports differ in how they treat such a URL.
public struct BasicCredentials: EndpointMiddleware {
    private let user: String
    private let password: String
    private let origin: URL?

    /// Creates a middleware with a user name and a password, which are sent in UTF-8.
    ///
    /// - Parameters:
    ///   - user: The user name. If it contains a colon or a control character, every call throws
    ///     ``EndpointError/invalidRequest(_:_:)`` with `EndpointRequestError.invalidCredentials`.
    ///   - password: The password. If it contains a control character, every call throws the same error.
    ///   - origin: A URL whose origin is the only one that receives the credentials. The default, nil, stands for the
    ///     origin of the base URL; without a base URL, no request gets the credentials.
    public init(user: String, password: String, origin: URL? = nil) {
        self.user = user
        self.password = password
        self.origin = origin
    }

    /// Adds the credentials to a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - next: The next middleware, or the transport.
    /// - Returns: The response.
    /// - Throws: `EndpointRequestError.invalidCredentials`; rethrows errors from `next`.
    public func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
        guard !user.utf8.contains(UInt8(ascii: ":")), !Self.hasControl(user + password) else {
            throw EndpointRequestError.invalidCredentials
        }
        guard next.trusts(request, origin: origin) else { return try await next(request) }
        let value = "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
        return try await next(request.adding(["Authorization": value]))
    }

    private static func hasControl(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}

extension BasicCredentials: _OpaqueType {
    /// The name of the type, without the credentials.
    public var description: String { "BasicCredentials" }
}
