import EndpointResilience
import EndpointTesting
import Foundation
import TestSupport

/// A response to a request, without a body.
func response(_ statusCode: Int, _ fields: [String: String] = [:]) -> EndpointStreamedResponse {
    answer(to: URLRequest(url: baseURL), statusCode, fields: fields)
}

func request(_ method: String = "GET", _ string: String = "https://example.com/api/users") -> URLRequest {
    var request = URLRequest(url: url(string))
    request.httpMethod = method
    return request
}

/// A call through a middleware, and the requests that it sends.
struct MiddlewareRun: Sendable {
    typealias Answer = Result<EndpointStreamedResponse, any Error>

    let sent = Collected<URLRequest>()
    let next: EndpointNext

    /// Creates a run whose requests get these answers in order, and then the last answer again.
    init(
        _ answers: [Answer], deadline: ContinuousClock.Instant? = nil,
        endpoint: (any RequestProviderType & Sendable)? = nil
    ) {
        next = EndpointNext(baseURL: baseURL, endpoint: endpoint, deadline: deadline) { [sent] request in
            sent.append(request)
            return try answers[min(sent.all.count, answers.count) - 1].get()
        }
    }

    init(statusCodes: [Int], endpoint: (any RequestProviderType & Sendable)? = nil) {
        self.init(statusCodes.map { .success(response($0)) }, endpoint: endpoint)
    }
}

/// A clock on which no sleep takes time, and which records the duration of each sleep.
struct InstantClock: Clock {
    typealias Instant = ManualClock.Instant

    let sleeps = Collected<Duration>()
    private let clock = ManualClock()

    var now: Instant { clock.now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        sleeps.append(clock.now.duration(to: deadline))
        clock.advance(by: clock.now.duration(to: deadline))
    }
}
