public import Foundation

/// The error for a token that can no longer be renewed: the user has to log in again.
///
/// Throw it from the closure of a ``RenewedToken``. The token is then removed, and each call that waits for a new token
/// ends with its own result, usually a 401. After any other error, such as a network failure, the token stays.
public struct SessionEnded: LocalizedError, Equatable {
    /// Creates the error.
    public init() {}

    /// A text that asks the user to log in again.
    public var errorDescription: String? { "The session has ended. Log in again." }
}
