public import EndpointController
import Foundation

/// An endpoint that requests a new access token with a refresh token (RFC 6749, section 6).
///
/// ```swift
/// let authority = EndpointController<OAuthError>(baseURL: URL(string: "https://login.example.com/"))
/// let tokens = try await authority.load(OAuthRefresh("oauth/token", refreshToken: "r3fresh", clientID: "app"))
/// ```
///
/// In the closure of a ``RenewedToken``, call the controller's `token(renewing:at:clientID:clientSecret:scope:)`
/// instead of loading this endpoint. That method throws ``SessionEnded`` if the user has to log in again.
public struct OAuthRefresh: APIEndpointType, PayloadProviderType, RulesProviderType {
    /// The response of the token endpoint.
    public typealias Payload = OAuthTokens

    /// The URL of the token endpoint, relative to the base URL.
    public var relativeURLString: String

    /// The refresh token.
    public var refreshToken: String

    /// The identifier of the client, or nil for a server that does not need it.
    public var clientID: String?

    /// The secret of a confidential client, or nil for a public client, such as an app.
    public var clientSecret: String?

    /// The scope to request, or nil for the scope that the user originally granted.
    public var scope: String?

    /// Creates an endpoint.
    ///
    /// - Parameters:
    ///   - relativeURLString: The URL of the token endpoint, relative to the base URL.
    ///   - refreshToken: The refresh token.
    ///   - clientID: The identifier of the client. The default is nil, for a server that does not need it.
    ///   - clientSecret: The secret of a confidential client, sent with the `Basic` scheme (RFC 6749, section 2.3.1);
    ///     `clientID` is the user name. The default is nil; the body then contains `clientID`, if it is set.
    ///   - scope: The scope to request. The default is nil, for the scope that the user originally granted.
    public init(
        _ relativeURLString: String,
        refreshToken: String,
        clientID: String? = nil,
        clientSecret: String? = nil,
        scope: String? = nil
    ) {
        self.relativeURLString = relativeURLString
        self.refreshToken = refreshToken
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.scope = scope
    }

    /// POST.
    public var method: HTTPMethod { .post }

    /// An `Accept` field for JSON, and an `Authorization` field if there is a client secret.
    public var headerFields: [String: String] {
        var fields = ["Accept": "application/json"]
        guard let clientSecret else { return fields }
        let credentials = "\(Self.encoded(clientID ?? "")):\(Self.encoded(clientSecret))"
        fields["Authorization"] = "Basic \(Data(credentials.utf8).base64EncodedString())"
        return fields
    }

    /// A form with the grant type, the refresh token and, if they are set, the scope and a public client's identifier.
    public var body: HTTPBody? {
        .form([
            "grant_type": "refresh_token", "refresh_token": refreshToken, "scope": scope,
            "client_id": clientSecret == nil ? clientID : nil,
        ])
    }

    /// A rule that keeps the refresh token from other origins: a redirect to them fails.
    public var rules: EndpointRules { EndpointRules(hasSecretBody: true) }

    /// A parser with its own decoder, because the decoder of the controller may convert keys.
    public var parser: PayloadParser<OAuthTokens> { .json(JSONDecoder()) }

    /// Encodes a client identifier or secret as a form value (RFC 6749, section 2.3.1).
    private static func encoded(_ text: String) -> String {
        let form = try? HTTPBody.formEncoded([URLQueryItem(name: "", value: text)]).data()
        return String(decoding: (form ?? Data()).dropFirst(), as: UTF8.self)
    }
}

extension OAuthRefresh: _OpaqueType {
    /// The name of the type with the relative URL, without the refresh token and the client secret.
    public var description: String { "OAuthRefresh(\(Redaction.standard.masked(relativeURLString)))" }
}

extension EndpointController where ServerError == OAuthError {
    /// Renews an access token with its refresh token (RFC 6749, section 6).
    ///
    /// ```swift
    /// let token = RenewedToken(stored) { old in
    ///     try await authority.token(renewing: old, at: "oauth/token", clientID: "app")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - old: The token to renew.
    ///   - relativeURLString: The URL of the token endpoint, relative to the base URL.
    ///   - clientID: The identifier of the client. The default is nil, for a server that does not need it.
    ///   - clientSecret: The secret of a confidential client. The default is nil, for a public client, such as an app.
    ///   - scope: The scope to request. The default is nil, for the scope that the user originally granted.
    /// - Returns: The new token. It keeps the old refresh token unless the server sends a new one.
    /// - Throws: ``SessionEnded`` if there is no refresh token or the server does not accept it
    ///   (``OAuthError/endsSession``);
    ///   ``OAuthError`` if the new token is not a bearer token; `EndpointError` for any other failure.
    public func token(
        renewing old: AccessToken,
        at relativeURLString: String,
        clientID: String? = nil,
        clientSecret: String? = nil,
        scope: String? = nil
    ) async throws -> AccessToken {
        guard let refreshToken = old.refreshToken else { throw SessionEnded(reason: "There is no refresh token.") }
        let refresh = OAuthRefresh(
            relativeURLString, refreshToken: refreshToken, clientID: clientID, clientSecret: clientSecret, scope: scope)
        var tokens: OAuthTokens
        do throws(EndpointError<OAuthError>) {
            tokens = try await load(refresh)
        } catch {
            guard let refusal = error.serverError, refusal.endsSession else { throw error }
            throw SessionEnded(reason: refusal.errorDescription)
        }
        // A response without a scope grants the requested scope (RFC 6749, section 5.1).
        tokens.scope = tokens.scope ?? scope
        return try tokens.token(replacing: old)
    }
}
