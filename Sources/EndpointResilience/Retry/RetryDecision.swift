public import EndpointController

/// A response about which an app decides: see ``RetryRules/decide``.
public struct RetryCandidate: Sendable {
    /// The response.
    ///
    /// If the rules of the call do not accept its status, the body holds its first 64 KiB, or less if it breaks off.
    /// Otherwise, the body is empty, because it may be a stream.
    public var response: EndpointResponse

    /// The number of the attempt, starting at 1.
    public var attempt: Int

    /// The request that the retrier sent, before later middleware and redirects.
    public var request: URLRequest

    /// Creates a candidate, for a test of a closure.
    ///
    /// - Parameters:
    ///   - response: The response with its body.
    ///   - attempt: The number of the attempt. The default is 1.
    ///   - request: The request that the retrier sent. The default is nil, for the request of the response.
    public init(response: EndpointResponse, attempt: Int = 1, request: URLRequest? = nil) {
        self.response = response
        self.attempt = attempt
        self.request = request ?? response.request
    }
}

extension RetryCandidate: _OpaqueType {
    public var description: String { "attempt \(attempt): \(response)" }
}

/// The decision of an app about a response: see ``RetryRules/decide``.
public enum RetryDecision: Sendable, Equatable {
    /// Sends the request again after a time, even a POST: the response says that the server did not act on the request.
    ///
    /// The time is not randomized, and replaces `Retry-After`; a negative time counts as zero. For nil, the pause is
    /// that of the other rules.
    case retry(after: Duration?)
    /// Returns the response.
    case `return`

    /// Sends the request again after the pause of the other rules, even a POST: the response says that the server did
    /// not act on the request.
    public static var retry: Self { .retry(after: nil) }
}
