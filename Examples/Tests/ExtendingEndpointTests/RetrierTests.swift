import EndpointTesting
import ExtendingEndpoint
import Foundation
import Testing

@Suite struct RetrierTests {
    private let stub = StubTransport()
    private let baseURL = URL(string: "https://tracker.example.com/")

    private func api(_ rules: EndpointRules = EndpointRules()) -> EndpointController<EndpointDefaultServerError> {
        let retrier = Retrier(attempts: 3, firstPause: .milliseconds(1))
        return EndpointController(baseURL: baseURL, transport: stub, middleware: [retrier], rules: rules)
    }

    private func load(_ method: HTTPMethod, _ rules: EndpointRules = EndpointRules()) async throws {
        try await api(rules).load(RESTEndpoint<Void>(method, path: "issues"))
    }

    @Test func sendsAnIdempotentRequestAgainUntilItSucceeds() async throws {
        stub.on(.any, answer: .status(503), .notResponding, .status(204))
        try await load(.put)
        #expect(stub.calls.count == 3)
    }

    @Test func returnsTheLastFailureAfterAllAttempts() async throws {
        stub.on(.any, answer: .status(503))
        await #expect(throws: EndpointError<EndpointDefaultServerError>.self) { try await load(.get) }
        #expect(stub.calls.count == 3)
    }

    @Test("Sends a POST again only after an error that proves that nothing was sent")
    func sendsAPOSTAgainOnlyIfUnsent() async throws {
        stub.on(.any, answer: .unreachable, .notResponding)
        await #expect(throws: EndpointError<EndpointDefaultServerError>.self) { try await load(.post) }
        #expect(stub.calls.count == 2)
    }

    @Test func sendsAPOSTAgainIfTheRulesAllowIt() async throws {
        stub.on(.any, answer: .notResponding, .status(204))
        try await load(.post, EndpointRules(isRepeatable: true))
        #expect(stub.calls.count == 2)
    }

    @Test(arguments: [
        EndpointTransportError.unreachable(URLError(.serverCertificateUntrusted)),
        .invalidRequest(URLError(.badURL)), .cancelled,
    ])
    func sendsNothingAgain(after error: EndpointTransportError) async throws {
        stub.on(.any, answer: .failure(error))
        await #expect(throws: (any Error).self) { try await load(.get) }
        #expect(stub.calls.count == 1)
    }

    @Test func waitsAsLongAsTheServerAsks() async throws {
        stub.on(.any, answer: .status(503, headerFields: ["Retry-After": "9"]), .status(503), .status(204))
        let clock = ManualClock()
        let retrier = Retrier(firstPause: .seconds(1), clock: clock)
        let api = EndpointController(baseURL: baseURL, transport: stub, middleware: [retrier])
        let load = Task { try await api.load(RESTEndpoint<Void>(path: "issues")) }
        for pause in [9, 2] {
            #expect(try await clock.waitForSleepers() == [.seconds(pause)])
            clock.advance(by: .seconds(pause))
        }
        try await load.value
    }

    @Test func doesNotBeginAPauseThatWouldOutlastTheCall() async throws {
        stub.on(.any, answer: .status(503, headerFields: ["Retry-After": "60"]))
        let start = ContinuousClock.now
        await #expect(throws: EndpointError<EndpointDefaultServerError>.self) {
            try await load(.get, EndpointRules(timeout: .seconds(30)))
        }
        #expect(stub.calls.count == 1)
        #expect(ContinuousClock.now - start < .seconds(20))
    }
}
