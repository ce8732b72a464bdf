public import Foundation

/// A successful response of a token endpoint (RFC 6749, section 5.1).
public struct OAuthTokens: Codable, Sendable, Equatable {
    /// The access token.
    public var accessToken: String

    /// The type of the access token; `Bearer` if the server does not send a type.
    public var tokenType: String

    /// The lifetime of the access token in seconds, or nil if it is unknown.
    public var expiresIn: Int64?

    /// The new refresh token, or nil if the server does not send one.
    public var refreshToken: String?

    /// The scope of the access token, or nil for the requested scope.
    public var scope: String?

    private enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case tokenType = "token_type"
        case expiresIn = "expires_in"
        case refreshToken = "refresh_token"
        case scope
    }

    /// Creates tokens.
    ///
    /// - Parameters:
    ///   - accessToken: The access token.
    ///   - tokenType: The type of the access token. The default is `Bearer`.
    ///   - expiresIn: The lifetime of the access token in seconds. The default is nil, for an unknown lifetime.
    ///   - refreshToken: The new refresh token. The default is nil, for none.
    ///   - scope: The scope of the access token. The default is nil, for the requested scope.
    public init(
        accessToken: String,
        tokenType: String = "Bearer",
        expiresIn: Int64? = nil,
        refreshToken: String? = nil,
        scope: String? = nil
    ) {
        self.accessToken = accessToken
        self.tokenType = tokenType
        self.expiresIn = expiresIn
        self.refreshToken = refreshToken
        self.scope = scope
    }

    /// Decodes tokens; the lifetime may also be a string, and a fractional part of the lifetime is dropped.
    ///
    /// An empty refresh token is ignored. The scope may also be an array of strings. A type, a lifetime or a scope with
    /// another type is ignored, so that a new refresh token is not lost because of it.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` if the access token is missing or empty, or the refresh token is not a string.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        accessToken = try container.decode(String.self, forKey: .accessToken)
        if accessToken.isEmpty {
            let text = "The access token is empty."
            throw DecodingError.dataCorruptedError(forKey: .accessToken, in: container, debugDescription: text)
        }
        tokenType = (try? container.decodeIfPresent(String.self, forKey: .tokenType)) ?? "Bearer"
        let text = try? container.decodeIfPresent(String.self, forKey: .expiresIn)
        let seconds = text.map(Double.init) ?? (try? container.decodeIfPresent(Double.self, forKey: .expiresIn))
        // The upper limit, about 3,000 years, keeps the lifetime within the ranges of `Int64` and of dates.
        expiresIn = seconds.flatMap { $0.isFinite ? Int64(min(max($0, 0), 1e11)) : nil }
        refreshToken = try container.decodeIfPresent(String.self, forKey: .refreshToken)
        if refreshToken?.isEmpty == true { refreshToken = nil }
        // Some servers send an array.
        let scopes = try? container.decode([String].self, forKey: .scope)
        scope = (try? container.decode(String.self, forKey: .scope)) ?? scopes?.joined(separator: " ")
    }
}

extension OAuthTokens {
    /// Returns the access token, with its refresh token, its expiry date and its scope.
    ///
    /// - Parameters:
    ///   - old: The token whose refresh token and scope are kept if there are no new ones (RFC 6749, section 6). The
    ///     default is nil.
    ///   - now: The date at which the lifetime starts. The default is the current date.
    /// - Returns: The token.
    /// - Throws: ``OAuthError`` with the code `unsupported_token_type` if the type is not `Bearer` (case is ignored):
    ///   a token of another type must not be used as a bearer token (RFC 6749, section 7.1).
    public func token(replacing old: AccessToken? = nil, now: Date = Date()) throws(OAuthError) -> AccessToken {
        guard tokenType.lowercased() == "bearer" else {
            throw OAuthError("unsupported_token_type", description: "The type of the access token is not Bearer.")
        }
        return AccessToken(
            accessToken, refreshToken: refreshToken ?? old?.refreshToken,
            expiresAt: expiresIn.map { now.addingTimeInterval(TimeInterval($0)) }, scope: scope ?? old?.scope)
    }
}

extension OAuthTokens: _OpaqueType {
    /// The name of the type, without the tokens.
    public var description: String { "OAuthTokens" }
}
