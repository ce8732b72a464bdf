public import Foundation

/// The error for a token that can no longer be renewed: the user has to log in again.
///
/// Throw it from the closure of a ``RenewedToken``. The token is then removed. Each call that waits for a new token
/// ends with its own result, usually a 401, whose `explanation` is this error. After any other error, such as a network
/// failure, the token stays.
public struct SessionEnded: LocalizedError, Equatable {
    /// A sentence that says why the token cannot be renewed, or nil if the reason is unknown.
    public var reason: String?

    /// Creates the error.
    ///
    /// - Parameter reason: A sentence that says why the token cannot be renewed. The default is nil, for an unknown
    ///   reason.
    public init(reason: String? = nil) {
        self.reason = reason
    }

    /// A text that gives the reason and asks the user to log in again.
    public var errorDescription: String? {
        ["The session has ended.", reason, "Log in again."].compactMap(\.self).joined(separator: " ")
    }
}
