import Endpoint
public import Foundation

/// What is wrong with a user name or password (RFC 7617, section 2).
public enum EndpointCredentialsError: Error, Sendable, Equatable {
    /// The name of the user holds a colon or a control character.
    case invalidUser(String)

    /// The password holds a control character.
    case invalidPassword
}

extension EndpointCredentialsError: CustomStringConvertible, LocalizedError {
    /// A sentence for a person, without the password.
    public var description: String {
        switch self {
        case .invalidUser(let user): "The user name \(user.quoted) holds a colon or a control character."
        case .invalidPassword: "The password holds a control character."
        }
    }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}
