public import EndpointController
public import Foundation

/// An error as a token endpoint describes it (RFC 6749, section 5.2).
///
/// ```swift
/// let authority = EndpointController<OAuthError>(baseURL: URL(string: "https://login.example.com/"))
/// ```
public struct OAuthError: EndpointServerError, LocalizedError {
    /// The code of the error, such as `invalid_grant`, or nil if the response does not contain one.
    public var error: String?

    /// A text for developers, or nil if there is none.
    public var errorText: String?

    /// The address of a page about the error, or nil if there is none.
    public var errorURI: String?

    private enum CodingKeys: String, CodingKey {
        case error
        case errorText = "error_description"
        case errorURI = "error_uri"
    }

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - error: The code of the error.
    ///   - description: A text for developers. The default is nil.
    ///   - uri: The address of a page about the error. The default is nil.
    public init(_ error: String, description: String? = nil, uri: String? = nil) {
        self.error = error
        errorText = description
        errorURI = uri
    }

    /// The same as ``errorText``.
    public var reason: String? { errorText }

    /// The same as ``errorURI``.
    public var detail: String? { errorURI }

    /// A sentence for a person, with the code, the text and the address of the page.
    public var errorDescription: String? {
        let details = [errorText, errorURI].compactMap(\.self).joined(separator: " ")
        let code = error.map { "the error \($0)" } ?? "an error without a code"
        return "The token endpoint answered with \(code)" + (details.isEmpty ? "." : ": \(details)")
    }

    /// A Boolean value that indicates whether the refresh token is invalid, expired or revoked, so that the user has to
    /// log in again.
    public var endsSession: Bool { error == "invalid_grant" }
}
