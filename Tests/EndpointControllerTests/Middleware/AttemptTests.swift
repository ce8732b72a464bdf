import EndpointController
import Foundation
import TestSupport
import Testing

/// Tests of `attempt`, the number of times that a call has entered a middleware.
@Suite(.timeLimit(.minutes(1))) struct AttemptTests {
    /// Adds the number of the attempt to a header field.
    struct Mark: EndpointMiddleware {
        func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
            var request = request
            let earlier = request.value(forHTTPHeaderField: "X-Attempts").map { $0 + "," } ?? ""
            request.setValue("\(earlier)\(next.attempt)", forHTTPHeaderField: "X-Attempts")
            return try await next(request)
        }
    }

    /// Returns the marks of the requests that reach the transport.
    private func attempts(_ middleware: [any EndpointMiddleware], calls: Int = 1) async throws -> [String?] {
        let sent = Collected<URLRequest>()
        let transport = Answering { request in
            sent.append(request)
            return answer(to: request)
        }
        let controller = EndpointController<EndpointDefaultServerError>(transport: transport, middleware: middleware)
        for _ in 0..<calls { _ = try await controller.load(Given(url: "https://example.com/").parsed(by: .response)) }
        return sent.all.map { $0.value(forHTTPHeaderField: "X-Attempts") }
    }

    @Test func countsOneAttemptWithoutARetry() async throws {
        #expect(try await attempts([Mark(), Mark()]) == ["1,1"])
    }

    @Test func countsAttemptsOnlyAfterTheMiddlewareThatRetries() async throws {
        #expect(try await attempts([Mark(), Again(times: 3), Mark()]) == ["1,1", "1,2", "1,3"])
    }

    @Test func countsAttemptsAcrossSeveralRetryingMiddleware() async throws {
        let attempts = try await attempts([Again(times: 2), Mark(), Again(times: 2), Mark()])
        #expect(attempts == ["1,1", "1,2", "2,3", "2,4"])
    }

    @Test func countsFromOneInEachCall() async throws {
        #expect(try await attempts([Again(times: 2), Mark()], calls: 2) == ["1", "2", "1", "2"])
    }
}
