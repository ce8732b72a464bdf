public import EndpointController
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
/// ``RetryRules/repeatsThrottled`` or ``RetryRules/decide``.
///
/// A request is never sent again if it is invalid, if it accepts only a stored response (`only-if-cached`), or if its
/// body cannot be read again. Nor is it sent again if no connection is made because a certificate is missing or not
/// trusted, or because App Transport Security forbids the connection. Cancelling the call also ends the retries. When
/// no attempts are left, or the ``RetryBudget`` is used up, the call ends with its last response or error. The same
/// holds if the next pause would not end before the deadline.
///
/// ## Pauses
///
/// Pauses are random, up to a bound that grows exponentially: see ``RetryBackoff``. If the server says how long to wait
/// (`Retry-After`), the retrier waits that long, plus its own pause. A response that asks for more than
/// ``RetryRules/longestRetryAfter`` is returned without a retry. Set ``RetryRules/retryAfterSurplus`` to limit the wait
/// instead.
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
        var number = 1
        var last: Retry?
        while true {
            let retry: Retry
            do {
                let response = try await send(request, next)
                guard let possible = self.retry(after: response, to: request, next, attempt: number, last) else {
                    return response
                }
                retry = possible
            } catch let error as EndpointTransportError {
                guard let possible = self.retry(after: error, of: request, next, attempt: number) else { throw error }
                retry = possible
            }
            // By now any response has been released, so the transport stops reading it.
            do {
                try await next.pause(for: retry.pause, clock: clock)
            } catch {
                budget.putBack(retry.cost, at: request.url)
                throw error
            }
            last = retry
            number += 1
        }
    }

    /// Makes an attempt, and cancels it when its time is over.
    private func send(_ request: URLRequest, _ next: EndpointNext) async throws -> EndpointStreamedResponse {
        guard let timeout = rules.attemptTimeout else { return try await next(request) }
        guard timeout > .zero else { throw EndpointTransportError.timedOut }
        return try await withThrowingTaskGroup { group in
            group.addTask { try await next(request) }
            group.addTask { [clock] in
                // If the call is cancelled, both tasks end with the same error.
                let isOver = (try? await clock.sleep(for: timeout.limited)) != nil
                throw isOver ? EndpointTransportError.timedOut : .cancelled
            }
            defer { group.cancelAll() }
            guard let response = try await group.next() else { throw CancellationError() }
            return response
        }
    }

    private struct Retry {
        let pause: Duration
        /// The number of tokens that the retry takes from the budget.
        let cost: Int
    }

    /// Puts tokens back after a success, or decides whether and when to make another attempt.
    private func retry(
        after response: EndpointStreamedResponse,
        to request: URLRequest,
        _ next: EndpointNext,
        attempt: Int,
        _ last: Retry?
    ) -> Retry? {
        if response.statusCode < 400 { budget.putBack(last?.cost, at: request.url) }
        let repeats = rules.repeatsThrottled.contains(response.statusCode)
        let decision = rules.decide?(response.head, attempt) ?? (repeats ? .retry : nil)
        switch decision {
        case .return: return nil
        case .retry: guard next.canSendAgain(request, after: response) else { return nil }
        case nil: guard rules.statusCodes.contains(response.statusCode), next.isRepeatable(request) else { return nil }
        }
        let isThrottled = repeats || rules.throttlingStatusCodes.contains(response.statusCode)
        return retry(
            request, next, attempt: attempt, isThrottled ? .throttling : .failure,
            retryAfter: response.head.retryAfter(now: now()))
    }

    /// Decides whether and when to make another attempt after an error.
    private func retry(
        after error: EndpointTransportError,
        of request: URLRequest,
        _ next: EndpointNext,
        attempt: Int
    ) -> Retry? {
        guard let (cause, isUnsent) = error.retry(of: request),
            isUnsent && next.redirects == 0 ? request.canBeReadAgain : next.isRepeatable(request)
        else { return nil }
        return retry(request, next, attempt: attempt, cause)
    }

    /// Decides whether and when to make another attempt of a request that may be sent again, and takes its tokens from
    /// the budget.
    private func retry(
        _ request: URLRequest,
        _ next: EndpointNext,
        attempt: Int,
        _ cause: RetryBudget.Cause,
        retryAfter: Duration? = nil
    ) -> Retry? {
        guard attempt < rules.attempts, !request.isOnlyIfCached,
            let pause = rules.pause(
                beforeRetry: attempt, isThrottled: cause == .throttling, retryAfter: retryAfter,
                random: random()),
            next.timeLeft.map({ pause < $0 }) ?? true, let cost = budget.take(for: cause, at: request.url)
        else { return nil }
        return Retry(pause: pause, cost: cost)
    }
}
