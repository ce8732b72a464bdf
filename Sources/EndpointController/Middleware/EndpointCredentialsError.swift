public import Endpoint
import Foundation

/// An error in a user name or password (RFC 7617, section 2).
public enum EndpointCredentialsError: Error, Sendable, Equatable {
    /// The user name contains a colon or a control character.
    case invalidUser

    /// The password contains a control character.
    case invalidPassword
}

extension EndpointCredentialsError: _DescribedError, ShownAsText {
    /// A sentence for a person, without the user name, because some APIs use a secret key as the user name.
    package var text: String {
        switch self {
        case .invalidUser: "The user name contains a colon or a control character."
        case .invalidPassword: "The password contains a control character."
        }
    }
}
