public import Endpoint
import Foundation

/// An error in a user name or password (RFC 7617, section 2).
public enum EndpointCredentialsError: Error, Sendable, Equatable {
    /// The user name contains a colon or a control character.
    ///
    /// The value may contain the password, after a colon.
    case invalidUser(String)

    /// The password contains a control character.
    case invalidPassword
}

extension EndpointCredentialsError: _DescribedError {
    /// A sentence for a person, without the password.
    public var description: String {
        switch self {
        // The text after a colon may be the password.
        case .invalidUser(let user):
            "The user name, which begins with \(String(user.prefix { $0 != ":" }).quoted), contains a colon or a control "
                + "character."
        case .invalidPassword: "The password contains a control character."
        }
    }
}
