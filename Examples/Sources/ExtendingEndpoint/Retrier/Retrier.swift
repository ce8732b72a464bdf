public import EndpointController

/// Middleware that sends a request again after a failure that may be temporary.
///
/// `RequestRetrier`, from the module `EndpointResilience`, does more: random pauses, a budget and dates in `Retry-After`.
public struct Retrier: EndpointMiddleware {
    private let attempts: Int
    private let firstPause: Duration
    private let clock: any Clock<Duration>

    /// Creates a middleware.
    ///
    /// - Parameters:
    ///   - attempts: The number of times that a request is sent at most; by default 3.
    ///   - firstPause: The pause before the first retry, by default half a second. Each further pause is twice as long.
    ///   - clock: The clock for pauses; by default `ContinuousClock`.
    public init(
        attempts: Int = 3,
        firstPause: Duration = .milliseconds(500),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        (self.attempts, self.firstPause, self.clock) = (attempts, firstPause, clock)
    }

    public func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
        var (attempt, pause) = (1, firstPause)
        while true {
            var wait = pause
            do {
                let response = try await next(request)
                if let asked = response.headerField("Retry-After").flatMap({ Int($0) }) {
                    wait = max(pause, .seconds(asked))
                }
                guard [408, 429, 502, 503, 504].contains(response.statusCode), next.isRepeatable(request),
                    allows(attempt, after: wait, next)
                else { return response }
            } catch let error as EndpointTransportError {
                guard mayRepeat(request, after: error, next), allows(attempt, after: wait, next) else { throw error }
            }
            // The response has been released, so the transport does not fetch its body.
            try await next.pause(for: wait, clock: clock)
            (attempt, pause) = (attempt + 1, pause * 2)
        }
    }

    private func allows(_ attempt: Int, after pause: Duration, _ next: EndpointNext) -> Bool {
        attempt < attempts && next.timeLeft.map { pause < $0 } ?? true
    }

    private func mayRepeat(_ request: URLRequest, after error: EndpointTransportError, _ next: EndpointNext) -> Bool {
        switch error {
        case .cancelled, .invalidRequest: false
        case _ where error.isUntrusted || next.hasTimedOut: false
        case _ where error.provesUnsent(request): request.canBeReadAgain
        default: next.isRepeatable(request)
        }
    }
}
