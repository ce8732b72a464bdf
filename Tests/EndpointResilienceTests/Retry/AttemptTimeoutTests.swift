import EndpointResilience
import EndpointStreaming
import EndpointTesting
import Foundation
import TestSupport
import Testing

/// Attempts that take longer than `RetryRules.attemptTimeout`.
@Suite("RequestRetrier, time of an attempt", .timeLimit(.minutes(1)))
struct AttemptTimeoutTests {
    private let clock = ManualClock()

    /// A controller whose transport waits until it is cancelled, except for the attempt with the given number.
    private func api(answering number: Int?) -> (Controller, Collected<URLRequest>) {
        let sent = Collected<URLRequest>()
        let transport = Answering { request in
            sent.append(request)
            if sent.all.count == number { return answer(to: request, chunks: ["done"]) }
            try await Task.sleep(for: .seconds(3600))
            return answer(to: request, 500)
        }
        let rules = RetryRules(attemptTimeout: .seconds(5))
        let retrier = RequestRetrier(rules, clock: clock, random: { 1 })
        return (Controller(baseURL: baseURL, transport: transport, middleware: [retrier]), sent)
    }

    /// Lets the time of an attempt pass, and then the pause before the next attempt, if there is one.
    private func pass(_ number: Int, _ sent: Collected<URLRequest>, pause: Duration?) async throws {
        #expect(try await clock.waitForSleepers() == [.seconds(5)])
        try await waitWhile(sent.all.count < number)
        clock.advance(by: .seconds(5))
        guard let pause else { return }
        #expect(try await clock.waitForSleepers() == [pause])
        clock.advance(by: pause)
    }

    @Test("Sends a GET again when an attempt takes too long")
    func repeated() async throws {
        let (api, sent) = api(answering: 3)
        async let text = api.load(RESTEndpoint<String>(.get, path: "users"))
        try await pass(1, sent, pause: .milliseconds(50))
        try await pass(2, sent, pause: .milliseconds(100))
        #expect(try await text == "done")
        #expect(sent.all.count == 3)
        #expect(clock.sleeperCount == 0)
    }

    @Test("Times out after the last attempt")
    func lastAttempt() async throws {
        let (api, sent) = api(answering: nil)
        async let error = #expect(throws: LoadError.self) { try await api.load(RESTEndpoint<Data>(.get, path: "a")) }
        try await pass(1, sent, pause: .milliseconds(50))
        try await pass(2, sent, pause: .milliseconds(100))
        try await pass(3, sent, pause: nil)
        #expect(await error?.kind == .timedOut)
        #expect(sent.all.count == 3)
    }

    @Test("Sends a POST once, and times out")
    func post() async throws {
        let (api, sent) = api(answering: nil)
        async let error = #expect(throws: LoadError.self) { try await api.load(RESTEndpoint<Data>(.post, path: "a")) }
        try await pass(1, sent, pause: nil)
        #expect(await error?.kind == .timedOut)
        #expect(sent.all.count == 1)
    }

    @Test("Opens a stream again when an attempt takes too long, and then reads the body without that limit")
    func stream() async throws {
        let (api, sent) = api(answering: 2)
        async let response = api.stream(RESTEndpoint<Data>(.get, path: "log"))
        try await pass(1, sent, pause: .milliseconds(50))
        let body = try await response.body
        clock.advance(by: .seconds(3600))
        #expect(try await body.reduce(into: Data()) { $0 += $1 } == Data("done".utf8))
    }

    @Test("Ends as cancelled when the call is cancelled during an attempt")
    func cancellation() async throws {
        let (api, sent) = api(answering: nil)
        let call = Task {
            await #expect(throws: LoadError.self) { try await api.load(RESTEndpoint<Data>(.get, path: "a")) }
        }
        try await clock.waitForSleepers()
        call.cancel()
        #expect(await call.value?.kind == .cancelled)
        #expect(sent.all.count <= 1 && clock.sleeperCount == 0)
    }

    @Test("Sends nothing if an attempt has no time", arguments: [Duration.zero, .seconds(-1)])
    func noTime(_ timeout: Duration) async throws {
        let run = MiddlewareRun(statusCodes: [200])
        let retrier = RequestRetrier(RetryRules(attemptTimeout: timeout), clock: InstantClock())
        let error = await #expect(throws: EndpointTransportError.self) {
            try await retrier.intercept(request(), next: run.next)
        }
        #expect(error?.kind == .timedOut)
        #expect(run.sent.all.isEmpty)
    }

    @Test("Allows an attempt any length of time")
    func muchTime() async throws {
        let run = MiddlewareRun(statusCodes: [200])
        let retrier = RequestRetrier(RetryRules(attemptTimeout: .seconds(Int64.max)))
        #expect(try await retrier.intercept(request(), next: run.next).statusCode == 200)
    }
}
