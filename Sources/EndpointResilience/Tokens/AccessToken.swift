import EndpointController
public import Foundation

/// An access token for an API (RFC 6749, section 1.4), with its refresh token, its expiry date and its scope.
///
/// You can store an `AccessToken` as JSON, for example in the keychain. The descriptions of an
/// `AccessToken` hide both tokens.
public struct AccessToken: Sendable, Equatable, Codable {
    /// The token that requests carry.
    public var value: String

    /// The refresh token (RFC 6749, section 1.5), or nil if there is none.
    public var refreshToken: String?

    /// The date at which the server stops accepting the token, or nil if the date is unknown.
    public var expiresAt: Date?

    /// The scope of the token (RFC 6749, section 3.3): words separated by spaces; nil if it is unknown.
    public var scope: String?

    /// Creates a token.
    ///
    /// - Parameters:
    ///   - value: The token that requests carry, without `Bearer`. If it is empty or contains white space or any other
    ///     character that is not visible in ASCII, calls throw `EndpointRequestError.invalidToken`.
    ///   - refreshToken: The refresh token. The default is nil, for none.
    ///   - expiresAt: The date at which the server stops accepting the token. The default is nil, for an unknown date.
    ///   - scope: The scope of the token. The default is nil, for an unknown scope.
    public init(_ value: String, refreshToken: String? = nil, expiresAt: Date? = nil, scope: String? = nil) {
        self.value = value
        self.refreshToken = refreshToken
        self.expiresAt = expiresAt
        self.scope = scope
    }
}

extension AccessToken {
    /// The value of the `Authorization` field (RFC 6750, section 2.1); as lenient as `BearerToken`.
    var credentials: String {
        get throws(EndpointRequestError) {
            guard !value.isEmpty, value.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { throw .invalidToken }
            return "Bearer \(value)"
        }
    }
}

extension AccessToken: _OpaqueType {
    /// The name of the type, without the tokens.
    public var description: String { "AccessToken" }
}
