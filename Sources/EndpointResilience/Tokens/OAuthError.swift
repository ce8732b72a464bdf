public import EndpointController
public import Foundation

/// An error that an authorization server reports (RFC 6749, sections 4.1.2.1 and 5.2).
///
/// ```swift
/// let authority = EndpointController<OAuthError>(baseURL: URL(string: "https://login.example.com/"))
/// ```
public struct OAuthError: EndpointServerError, LocalizedError {
    /// The error code, such as `invalid_grant`, or nil if the response does not contain a code.
    public var error: String?

    /// A description of the error for developers, or nil if there is none.
    public var errorText: String?

    /// The URI of a web page about the error, or nil if there is none.
    public var errorURI: String?

    private enum CodingKeys: String, CodingKey {
        case error
        case errorText = "error_description"
        case errorURI = "error_uri"
    }

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - error: The error code.
    ///   - description: A description of the error for developers. The default is nil, for none.
    ///   - uri: The URI of a web page about the error. The default is nil, for none.
    public init(_ error: String, description: String? = nil, uri: String? = nil) {
        self.error = error
        errorText = description
        errorURI = uri
    }

    /// Decodes an error, and ignores each member whose value is not a string.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` if the value is not an object.
    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: CodingKeys.self)
        error = try? object.decode(String.self, forKey: .error)
        errorText = try? object.decode(String.self, forKey: .errorText)
        errorURI = try? object.decode(String.self, forKey: .errorURI)
    }

    /// Decodes the body as JSON.
    ///
    /// The body defines the error, because some servers send it with the status 200.
    ///
    /// - Parameters:
    ///   - response: The response, whose body has arrived whole.
    ///   - isAccepted: `true` if the status is accepted.
    ///   - decoder: The decoder of the controller. It is not used, because the names of the members are fixed.
    /// - Returns: The error; nil if the body cannot be decoded, or if the status is accepted and there is no code.
    public static func serverError(in response: EndpointResponse, isAccepted: Bool, decoder: JSONDecoder) -> Self? {
        let error = try? JSONDecoder().decode(Self.self, from: response.body)
        return isAccepted && (error?.error ?? "").isEmpty ? nil : error
    }

    /// The same as ``errorText``.
    public var reason: String? { errorText }

    /// The same as ``errorURI``.
    public var detail: String? { errorURI }

    /// A sentence with the error code, ``errorText`` and ``errorURI``, if they are set.
    public var errorDescription: String? {
        let details = [errorText, errorURI].compactMap(\.self).joined(separator: " ")
        let code = error.map { "the error \($0)" } ?? "an error without a code"
        return "The authorization server answered with \(code)" + (details.isEmpty ? "." : ": \(details)")
    }

    /// A Boolean value that indicates whether the server does not accept the refresh token, so that the user has to log
    /// in again.
    ///
    /// The code of RFC 6749 is `invalid_grant`; some servers send `bad_refresh_token` or `invalid_refresh_token`.
    public var endsSession: Bool {
        ["invalid_grant", "bad_refresh_token", "invalid_refresh_token"].contains(error)
    }
}
