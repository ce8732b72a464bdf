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

    /// The status codes by which the server says that it refused a request without acting on it.
    ///
    /// After one of them, any request whose body can be read again is sent again, even a POST.
    public var refusedStatusCodes: Set<Int>

    /// The time of an attempt, until the head of its response arrives; nil for no limit.
    ///
    /// An attempt that takes longer is cancelled, and counts as timed out: a repeatable request is sent again. The time
    /// includes sending the body, and reading the body that ``decide`` gets. The deadline of a call applies to all
    /// attempts together. Middleware after the retrier sees that the attempt was cancelled.
    ///
    /// The time also includes the wait for a connection: see `ConnectionSettings.connectionsPerHost`. If more calls may
    /// run at once, put a ``CallLimit`` of that number before the retrier, so that no attempt waits for a connection.
    public var attemptTimeout: Duration?

    /// The pauses between attempts.
    ///
    /// After a 429, a 503 or one of the ``refusedStatusCodes``, the server asks for less load: the bound of the pause
    /// then begins at a second, if ``RetryBackoff/base`` is less and ``RetryBackoff/longest`` is not.
    public var backoff: RetryBackoff

    /// The longest `Retry-After`, or ``RetryDecision/retry(after:)``, to wait for.
    ///
    /// A response that asks for a longer wait is returned without a retry.
    public var longestRetryAfter: Duration

    /// A closure that decides what happens after a response, before the other rules do.
    ///
    /// ```swift
    /// let rules = RetryRules { candidate in
    ///     candidate.response.headerField("Retry-After-Ms").flatMap(Int.init).map { .retry(after: .milliseconds($0)) }
    /// }
    /// ```
    ///
    /// The closure gets the response and the number of the attempt. It returns nil for the other rules to decide. A
    /// retry still needs a request body that can be read again, an attempt that is left, a pause that is not too long
    /// and enough ``RetryBudget``.
    public var decide: (@Sendable (RetryCandidate) async -> RetryDecision?)?

    /// Creates rules.
    ///
    /// - Parameters:
    ///   - attempts: The maximum number of attempts of a call, including the first one. The default is 3.
    ///   - statusCodes: The status codes after which a repeatable request is sent again. The defaults are 408, 429,
    ///     500, 502, 503 and 504.
    ///   - refusedStatusCodes: The status codes after which any request is sent again, even a POST. The default is
    ///     none.
    ///   - attemptTimeout: The time of an attempt. The default is nil, for no limit except that of the call.
    ///   - backoff: The pauses between attempts. By default, their bound grows from 50 milliseconds to 20 seconds.
    ///   - longestRetryAfter: The longest `Retry-After` to wait for. The default is 60 seconds.
    ///   - decide: A closure that decides what happens after a response. The default is nil.
    public init(
        attempts: Int = 3,
        statusCodes: Set<Int> = [408, 429, 500, 502, 503, 504],
        refusedStatusCodes: Set<Int> = [],
        attemptTimeout: Duration? = nil,
        backoff: RetryBackoff = RetryBackoff(base: .milliseconds(50)),
        longestRetryAfter: Duration = .seconds(60),
        decide: (@Sendable (RetryCandidate) async -> RetryDecision?)? = nil
    ) {
        self.attempts = attempts
        self.statusCodes = statusCodes
        self.refusedStatusCodes = refusedStatusCodes
        self.attemptTimeout = attemptTimeout
        self.backoff = backoff
        self.longestRetryAfter = longestRetryAfter
        self.decide = decide
    }

    /// Indicates whether a status code asks for less load.
    func isThrottling(_ statusCode: Int) -> Bool {
        statusCode == 429 || statusCode == 503 || refusedStatusCodes.contains(statusCode)
    }

    /// Returns a wait that the server asks for; throws if it is too long.
    func limited(_ wait: Duration) throws(RetryRefusal) -> Duration {
        guard wait <= longestRetryAfter else { throw .longPause(wait) }
        return wait
    }

    /// Returns the pause before a retry, for a random number from 0 to 1; throws if `Retry-After` is too long.
    func pause(
        beforeRetry retry: Int,
        isThrottled: Bool,
        retryAfter: Duration?,
        random: Double
    ) throws(RetryRefusal) -> Duration {
        var backoff = backoff
        if isThrottled { backoff.base = max(backoff.base, .seconds(1)) }
        return try limited(retryAfter ?? .zero) + backoff.pause(beforeRetry: retry, random: random)
    }
}
