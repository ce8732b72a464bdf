public import Foundation

/// A token for an API (RFC 6749, section 1.4), with what is needed to renew it.
///
/// It is `Codable`, so that you can store it as JSON, in the keychain for example. Descriptions of it show no credential.
public struct AccessToken: Sendable, Equatable, Codable {
    /// The token that requests carry.
    public var value: String

    /// The token that a new one is obtained with (RFC 6749, section 1.5), if there is one.
    public var refreshToken: String?

    /// The date at which the server stops accepting the token, if it is known.
    public var expiresAt: Date?

    /// Creates a token.
    ///
    /// - Parameters:
    ///   - value: The token that requests carry.
    ///   - refreshToken: The token that a new one is obtained with. The default is nil.
    ///   - expiresAt: The date at which the server stops accepting the token. The default is nil, for an unknown date.
    public init(_ value: String, refreshToken: String? = nil, expiresAt: Date? = nil) {
        self.value = value
        self.refreshToken = refreshToken
        self.expiresAt = expiresAt
    }
}

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name of the type, without the tokens.
    public var description: String { "AccessToken" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// Nothing beyond the ``description``, for `dump`.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
