/// The decision of an app about a response: see ``RetryRules/decide`` and ``RenewedToken``.
public enum RetryDecision: Sendable {
    /// Sends the request again, even a POST: the response says that the server did not act on the request.
    case retry
    /// Returns the response.
    case `return`
}
