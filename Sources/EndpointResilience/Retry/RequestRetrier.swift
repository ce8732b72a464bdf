public import EndpointController
@_spi(Tools) import EndpointSupport
public import Foundation

/// A middleware that sends a request again when the server or the network fails temporarily.
///
/// ```swift
/// let api = EndpointController<APIError>(baseURL: staging, middleware: [RequestRetrier(), token])
/// let patient = RequestRetrier(RetryRules(attempts: 5, longestRetryAfter: .seconds(300)), budget: RetryBudget())
/// ```
///
/// Put it before middleware that adds credentials, so that each attempt carries the current credentials.
///
/// ## Requests that are sent again
///
/// A repeatable request (see `EndpointNext.isRepeatable(_:)`) is sent again after one of the
/// ``RetryRules/statusCodes``, a network error, or an attempt that took longer than ``RetryRules/attemptTimeout``. Any
/// other request is sent again only after an error that proves that no part of the request was sent. For example, the
/// host is not found, or there is no network. For an idempotent method, no error proves this, because the transport may
/// have sent the request more than once. If your server says in its responses that it did not act on a request, set
/// ``RetryRules/refusedStatusCodes`` or ``RetryRules/decide``.
///
/// A request is never sent again if it is invalid, if it accepts only a stored response (`only-if-cached`), or if its
/// body cannot be read again. Nor is it sent again if no connection is made because a certificate is missing or not
/// trusted, or because App Transport Security forbids the connection. Cancelling the call also ends the retries. When
/// no attempts are left, or the ``RetryBudget`` is used up, the call ends with its last response or error. The same
/// holds if the next pause would not end before the deadline.
///
/// ## The reason why a request is not sent again
///
/// The explanation and the description of the response or the error have it, and so does the line of a logger that is
/// before the retrier:
///
/// | "not sent again: …" | cure |
/// |---|---|
/// | "no attempt is left of 3" | ``RetryRules/attempts`` |
/// | "the rules do not list 501" | ``RetryRules/statusCodes`` |
/// | "the rules return it" | ``RetryRules/decide`` |
/// | "POST is not repeatable" | `EndpointRules.isRepeatable`, or an ``IdempotencyKey`` |
/// | "the body can be read only once" | a body that can be made again, such as `HTTPBody.file(_:)` |
/// | "a redirect changed the method" | the URL that the redirect leads to |
/// | "only a stored response is accepted" | another cache policy |
/// | "the connection is not trusted" | the certificate of the server |
/// | "a pause of 300.0 seconds exceeds longestRetryAfter" | ``RetryRules/longestRetryAfter`` |
/// | "the pause would not end in time" | `EndpointRules.timeout` |
/// | "the retry budget is used up" | ``RetryBudget`` |
///
/// ## Pauses
///
/// Pauses are random, up to a bound that grows exponentially: see ``RetryBackoff``. If the server says how long to wait
/// (`Retry-After`), the retrier waits that long, plus its own pause. Any other word of a server about waiting is for
/// ``RetryRules/decide`` to read. A response that asks for more than ``RetryRules/longestRetryAfter`` is returned
/// without a retry.
public struct RequestRetrier: EndpointMiddleware {
    private let rules: RetryRules
    private let budget: RetryBudget
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date
    private let random: @Sendable () -> Double

    /// Creates a middleware.
    ///
    /// - Parameters:
    ///   - rules: The number of attempts, the status codes that allow a retry, and the pauses. The default is
    ///     `RetryRules()`, which allows 3 attempts.
    ///   - budget: A limit on the retries of all calls together. The default is a new budget.
    ///   - clock: The clock for pauses. The default is a `ContinuousClock`.
    ///   - now: A closure that returns the current date, for a `Retry-After` date in a response without a valid `Date`.
    ///     The default closure returns the system date.
    ///   - random: A closure that returns a random number from 0 to 1. The default uses `SystemRandomNumberGenerator`.
    public init(
        _ rules: RetryRules = RetryRules(),
        budget: RetryBudget = RetryBudget(),
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() },
        random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        self.rules = rules
        self.budget = budget
        self.clock = clock
        self.now = now
        self.random = random
    }

    /// Sends a request, and sends it again as the rules and the budget allow.
    ///
    /// - Returns: The last response.
    /// - Throws: `EndpointTransportError.cancelled` when the task is cancelled during a pause, or `timedOut` if a
    ///   pause, when it begins, can no longer end before the deadline. Rethrows the last error from `next`.
    public func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
        var attempt = Attempt(number: 1, pause: .zero, cost: nil)
        while true {
            do {
                let (response, start) = try await send(request, next)
                do throws(RetryRefusal) {
                    let reason = try await reason(of: response, start, to: request, next, attempt)
                    attempt = try self.attempt(after: attempt, reason, request, next, response.head)
                } catch {
                    if case .unasked = error, response.statusCode < 400 {
                        budget.putBack(attempt.cost, at: request.url)
                    }
                    explain(error, next)
                    return response
                }
            } catch let error as EndpointTransportError {
                do throws(RetryRefusal) {
                    let reason = try reason(of: error, request, next)
                    attempt = try self.attempt(after: attempt, reason, request, next, nil)
                } catch let refusal {
                    explain(refusal, next)
                    throw error
                }
            }
            // By now any response has been released, so the transport stops reading it.
            do {
                next.explanation = Waiting(text: "before attempt \(attempt.number)")
                try await next.pause(for: attempt.pause, clock: clock)
            } catch {
                budget.putBack(attempt.cost, at: request.url)
                throw error
            }
        }
    }

    /// A response, and the start of its body if `decide` gets it.
    private typealias Answer = (response: EndpointStreamedResponse, start: Data)

    private func answer(to request: URLRequest, _ next: EndpointNext) async throws -> Answer {
        var response = try await next(request)
        guard rules.decide != nil, !next.rules.accepts(response.statusCode) else { return (response, Data()) }
        let start = await response.readStart(next)
        return (response, start)
    }

    /// Makes an attempt, and cancels it when its time is over.
    private func send(_ request: URLRequest, _ next: EndpointNext) async throws -> Answer {
        guard let timeout = rules.attemptTimeout else { return try await answer(to: request, next) }
        guard timeout > .zero else { throw EndpointTransportError.timedOut }
        return try await withThrowingTaskGroup { group in
            group.addTask { try await answer(to: request, next) }
            group.addTask { [clock] in
                // If the call is cancelled, both tasks end with the same error.
                let isOver = (try? await clock.sleep(for: timeout.limited)) != nil
                throw isOver ? EndpointTransportError.timedOut : .cancelled
            }
            defer { group.cancelAll() }
            guard let answer = try await group.next() else { throw CancellationError() }
            return answer
        }
    }

    private struct Attempt {
        let number: Int
        /// The pause before the attempt.
        let pause: Duration
        /// The number of tokens that the attempt took from the budget; nil for the first.
        let cost: Int?
    }

    /// The reason for another attempt.
    private struct Reason {
        let cause: RetryBudget.Cause
        /// The pause that `decide` chose; nil for that of the rules.
        var pause: Duration?
    }

    private func explain(_ refusal: RetryRefusal, _ next: EndpointNext) {
        if case .unasked = refusal { return }
        next.explanation = refusal
    }

    /// Returns why a response allows another attempt, or throws if it does not.
    private func reason(
        of response: EndpointStreamedResponse,
        _ start: Data,
        to request: URLRequest,
        _ next: EndpointNext,
        _ attempt: Attempt
    ) async throws(RetryRefusal) -> Reason {
        let code = response.statusCode
        let decision = await rules.decide?(
            RetryCandidate(
                response: EndpointResponse(response, to: next, body: start), attempt: attempt.number, request: request))
        var pause: Duration?
        switch decision ?? (rules.refusedStatusCodes.contains(code) ? .retry : nil) {
        case .return: throw code < 400 ? .unasked : .decided
        case .retry(let after):
            if let refusal = next.refusal(ofSending: request, after: response) { throw refusal }
            pause = after
        case nil where !rules.statusCodes.contains(code):
            throw code >= 500 || code == 408 || code == 429 ? .status(code) : .unasked
        case nil: if !next.isRepeatable(request) { throw RetryRefusal(request) }
        }
        return Reason(cause: rules.isThrottling(code) ? .throttling : .failure, pause: pause)
    }

    /// Returns why an error allows another attempt, or throws if it does not.
    private func reason(
        of error: EndpointTransportError,
        _ request: URLRequest,
        _ next: EndpointNext
    ) throws(RetryRefusal) -> Reason {
        let (cause, isUnsent) = try error.retry(of: request)
        guard isUnsent ? request.canBeReadAgain : next.isRepeatable(request) else { throw RetryRefusal(request) }
        return Reason(cause: cause)
    }

    /// Returns the next attempt, whose tokens are taken from the budget; throws if a limit forbids it.
    private func attempt(
        after attempt: Attempt,
        _ reason: Reason,
        _ request: URLRequest,
        _ next: EndpointNext,
        _ head: EndpointResponseHead?
    ) throws(RetryRefusal) -> Attempt {
        guard attempt.number < rules.attempts else { throw .attempts(max(rules.attempts, 1)) }
        if request.isOnlyIfCached { throw .onlyIfCached }
        let pause =
            if let pause = reason.pause {
                try rules.limited(pause)
            } else {
                try rules.pause(
                    beforeRetry: attempt.number, isThrottled: reason.cause == .throttling,
                    retryAfter: head?.retryAfter(now: now()), random: random())
            }
        if let timeLeft = next.timeLeft, pause >= timeLeft { throw .deadline }
        guard let cost = budget.take(for: reason.cause, at: request.url) else { throw .budget }
        return Attempt(number: attempt.number + 1, pause: pause, cost: cost)
    }
}
