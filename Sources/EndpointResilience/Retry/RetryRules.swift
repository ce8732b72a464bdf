public import EndpointController

/// The rules of a ``RequestRetrier``: the number of attempts, the status codes that allow a retry, and the pauses.
///
/// ```swift
/// let rules = RetryRules(attempts: 4, statusCodes: [429, 503])
/// ```
public struct RetryRules: Sendable {
    /// The maximum number of attempts of a call, including the first one; values below 1 are treated as 1.
    public var attempts: Int

    /// The status codes after which a repeatable request is sent again.
    public var statusCodes: Set<Int>

    /// The codes among ``statusCodes`` that mean throttling, after which ``throttledBackoff`` applies.
    public var throttlingStatusCodes: Set<Int>

    /// The status codes by which the server says that it refused a request without acting on it.
    ///
    /// After one of them, any request whose body can be read again is sent again, even a POST, with the pauses of
    /// throttling.
    public var repeatsThrottled: Set<Int>

    /// The time of an attempt, until the head of its response arrives; nil for no limit.
    ///
    /// An attempt that takes longer is cancelled, and counts as timed out: a repeatable request is sent again. The time
    /// includes sending the body. The deadline of a call applies to all attempts together. Middleware after the retrier
    /// sees that the attempt was cancelled.
    public var attemptTimeout: Duration?

    /// The pauses between attempts, except after throttling.
    public var backoff: RetryBackoff

    /// The pauses after a status code in ``throttlingStatusCodes``.
    public var throttledBackoff: RetryBackoff

    /// The longest `Retry-After` to wait for.
    ///
    /// A response that asks for a longer wait is returned without a retry.
    public var longestRetryAfter: Duration

    /// The maximum time by which a `Retry-After` extends the pause, or nil to add the whole `Retry-After`.
    ///
    /// With such a limit, ``longestRetryAfter`` has no effect, and a request may be sent earlier than the server asks.
    /// Some AWS SDKs use a limit of 5 seconds.
    public var retryAfterSurplus: Duration?

    /// A closure that decides what happens after a response, before the other rules do.
    ///
    /// The closure gets the head of the response and the number of the attempt, starting at 1. It returns nil for the
    /// other rules to decide. A retry still needs a body that can be read again, an attempt that is left and enough
    /// ``RetryBudget``, and waits like any other.
    public var decide: (@Sendable (EndpointResponseHead, Int) -> RetryDecision?)?

    /// Creates rules.
    ///
    /// - Parameters:
    ///   - attempts: The maximum number of attempts of a call, including the first one. The default is 3.
    ///   - statusCodes: The status codes after which a repeatable request is sent again. The defaults are 408, 429,
    ///     500, 502, 503 and 504.
    ///   - throttlingStatusCodes: The codes among `statusCodes` that mean throttling. The defaults are 429 and 503.
    ///   - repeatsThrottled: The status codes after which any request is sent again, even a POST. The default is none.
    ///   - attemptTimeout: The time of an attempt. The default is nil, for no limit except that of the call.
    ///   - backoff: The pauses between attempts, except after throttling. By default, their bound grows from 50
    ///     milliseconds to 20 seconds.
    ///   - throttledBackoff: The pauses after a throttling status code. By default, their bound grows from 1 second to
    ///     20 seconds.
    ///   - longestRetryAfter: The longest `Retry-After` to wait for. The default is 60 seconds.
    ///   - retryAfterSurplus: The maximum time by which a `Retry-After` extends the pause. The default is nil, which
    ///     adds the whole `Retry-After`.
    ///   - decide: A closure that decides what happens after a response. The default is nil.
    public init(
        attempts: Int = 3,
        statusCodes: Set<Int> = [408, 429, 500, 502, 503, 504],
        throttlingStatusCodes: Set<Int> = [429, 503],
        repeatsThrottled: Set<Int> = [],
        attemptTimeout: Duration? = nil,
        backoff: RetryBackoff = RetryBackoff(base: .milliseconds(50)),
        throttledBackoff: RetryBackoff = RetryBackoff(base: .seconds(1)),
        longestRetryAfter: Duration = .seconds(60),
        retryAfterSurplus: Duration? = nil,
        decide: (@Sendable (EndpointResponseHead, Int) -> RetryDecision?)? = nil
    ) {
        self.attempts = attempts
        self.statusCodes = statusCodes
        self.throttlingStatusCodes = throttlingStatusCodes
        self.repeatsThrottled = repeatsThrottled
        self.attemptTimeout = attemptTimeout
        self.backoff = backoff
        self.throttledBackoff = throttledBackoff
        self.longestRetryAfter = longestRetryAfter
        self.retryAfterSurplus = retryAfterSurplus
        self.decide = decide
    }

    /// Returns the pause before a retry, for a random number from 0 to 1; nil if `Retry-After` is too long.
    func pause(beforeRetry retry: Int, isThrottled: Bool, retryAfter: Duration?, random: Double) -> Duration? {
        let own = (isThrottled ? throttledBackoff : backoff).pause(beforeRetry: retry, random: random)
        guard let retryAfter else { return own }
        if let retryAfterSurplus { return max(own, min(retryAfter, own + retryAfterSurplus)) }
        return retryAfter > longestRetryAfter ? nil : retryAfter + own
    }
}
