@_spi(Tools) import EndpointSupport
public import EndpointTransports
import Foundation

extension EndpointNext {
    /// The time until the deadline of the call, at least zero; nil without a deadline.
    ///
    /// A load has a deadline unless its timeout is `.unlimited`. Uploads, downloads and streams have an idle timeout
    /// instead.
    public var timeLeft: Duration? {
        state.context.deadline.map { max($0 - .now, .zero) }
    }

    /// Indicates whether a request may be sent more than once.
    ///
    /// ``EndpointRules/isRepeatable`` decides this if it is set. Otherwise, the method must be
    /// idempotent (RFC 9110, section 9.2.2), or the request must have an `Idempotency-Key` field that is not empty. In
    /// any case, the body must be readable more than once.
    ///
    /// - Parameter request: The request, as the middleware is about to send it.
    /// - Returns: `true` if the request may be sent more than once.
    public func isRepeatable(_ request: URLRequest) -> Bool {
        request.isRepeatable(state.call.rules)
    }

    /// Restarts the idle timeout of an upload, a download or a stream: call this after each chunk if your middleware
    /// reads a body before it returns the response.
    public func restartIdleTimeout() {
        state.idle?.postpone()
    }

    /// Waits, for example before a request is sent again.
    ///
    /// The idle timeout of an upload, a download or a stream restarts after the pause.
    ///
    /// - Parameters:
    ///   - duration: The time to wait.
    ///   - clock: The clock that measures the time; by default `ContinuousClock`.
    /// - Throws: `EndpointTransportError.timedOut`, without waiting, if the pause would not end before the deadline
    ///   of the call; `EndpointTransportError.cancelled` when the task is cancelled.
    public func pause(
        for duration: Duration,
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws(EndpointTransportError) {
        if let timeLeft, timeLeft <= duration { throw .timedOut }
        let duration = duration.limited
        state.idle?.postpone(by: duration)
        do {
            try await clock.sleep(for: duration)
        } catch {
            throw .cancelled
        }
        state.idle?.postpone()
    }
}

extension URLRequest {
    func isRepeatable(_ rules: EndpointRules) -> Bool {
        guard canBeReadAgain else { return false }
        if let isRepeatable = rules.isRepeatable { return isRepeatable }
        return isIdempotent || value(forHTTPHeaderField: "Idempotency-Key")?.isEmpty == false
    }
}
