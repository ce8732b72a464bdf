import EndpointResilience
import EndpointStreaming
import EndpointTesting
import Foundation
import TestSupport
import Testing

@testable import EndpointTransports

@Suite("RequestRetrier, whole calls", .timeLimit(.minutes(1)))
struct RetriedCallTests {
    /// A controller whose transport answers with a closure, and the requests that it gets.
    private func api(
        _ middleware: [any EndpointMiddleware],
        _ answer: @escaping @Sendable (URLRequest, _ number: Int) throws -> EndpointStreamedResponse
    ) -> (Controller, Collected<URLRequest>) {
        let sent = Collected<URLRequest>()
        let transport = Answering { request in
            sent.append(request)
            return try answer(request, sent.all.count)
        }
        return (Controller(baseURL: baseURL, transport: transport, middleware: middleware), sent)
    }

    @Test("Does not retry a POST whose redirect led to a failed GET", arguments: [nil, 503])
    func redirectedPost(_ statusCode: Int?) async throws {
        let (api, sent) = api([RequestRetrier(clock: InstantClock())]) { request, number in
            if number == 1 { return answer(to: request, 303, fields: ["Location": "/done"]) }
            // The error says that nothing was sent, but the POST was sent.
            guard let statusCode else { throw EndpointTransportError.unreachable(URLError(.cannotConnectToHost)) }
            return answer(to: request, statusCode)
        }
        let error = await #expect(throws: LoadError.self) {
            try await api.load(RESTEndpoint<Data>(.post, path: "orders"))
        }
        #expect(error?.kind == (statusCode == nil ? .serverUnreachable : .unacceptableStatus))
        #expect(sent.all.map(\.httpMethod) == ["POST", "GET"])
    }

    @Test("Retries a POST until the server can be reached")
    func connectedLater() async throws {
        let (api, sent) = api([RequestRetrier(clock: InstantClock())]) { request, number in
            if number < 3 { throw EndpointTransportError.unreachable(URLError(.cannotConnectToHost)) }
            return answer(to: request, 201)
        }
        _ = try await api.load(RESTEndpoint<Data>(.post, path: "orders", body: .text("once")))
        #expect(sent.all.map(\.httpBody) == Array(repeating: Data("once".utf8), count: 3))
    }

    @Test("Sends a streamed body whole with each attempt")
    func streamedBody() async throws {
        let bodies = Collected<Data>()
        let (api, _) = api([RequestRetrier(clock: InstantClock())]) { request, number in
            bodies.append(try request.endpointBody?.data() ?? Data())
            return answer(to: request, number < 3 ? 503 : 200)
        }
        let body = HTTPBody.stream { InputStream(data: Data("whole".utf8)) }
        _ = try await api.load(RESTEndpoint<Data>(.put, path: "file", body: body))
        #expect(bodies.all == Array(repeating: Data("whole".utf8), count: 3))
    }

    @Test("Adds the current credentials to each attempt")
    func credentials() async throws {
        let token = BearerToken("first")
        let (api, sent) = api([RequestRetrier(clock: InstantClock()), token]) { request, number in
            token.value = "second"
            return answer(to: request, number == 1 ? 503 : 200)
        }
        _ = try await api.load(RESTEndpoint<Data>(.get, path: "users"))
        #expect(sent.all.map { $0.value(forHTTPHeaderField: "Authorization") } == ["Bearer first", "Bearer second"])
    }

    @Test("Does not read the body of a response that it drops")
    func endlessBody() async throws {
        let reads = Collected<Int>()
        let (api, sent) = api([RequestRetrier(clock: InstantClock())]) { request, number in
            if number == 3 { return answer(to: request, chunks: ["done"]) }
            let body = EndpointResponseBody {
                reads.append(number)
                return Data(count: 65_536)
            }
            return EndpointStreamedResponse(head: EndpointResponseHead(url: request.url, statusCode: 503), body: body)
        }
        #expect(try await api.load(RESTEndpoint<String>(.get, path: "users")) == "done")
        #expect(sent.all.count == 3)
        #expect(reads.all.isEmpty)
    }

    @Test("Ends as cancelled when the call is cancelled during a pause")
    func cancellation() async throws {
        let clock = ManualClock()
        let (api, sent) = api([RequestRetrier(clock: clock)]) { request, _ in answer(to: request, 503) }
        let call = Task { await #expect(throws: LoadError.self) { try await api.load(users) } }
        try await clock.waitForSleepers()
        call.cancel()
        #expect(await call.value?.kind == .cancelled)
        #expect(sent.all.count == 1)
        #expect(clock.sleeperCount == 0)
    }

    @Test("Gives all attempts the deadline of the call")
    func deadline() async throws {
        let deadlines = Collected<ContinuousClock.Instant?>()
        let transport = WithContext { request, context in
            deadlines.append(context.deadline)
            return answer(to: request, 500)
        }
        let retrier = RequestRetrier(RetryRules(attempts: 5), clock: InstantClock())
        let api = Controller(baseURL: baseURL, transport: transport, middleware: [retrier])
        let start = ContinuousClock.now
        let error = await #expect(throws: LoadError.self) {
            try await api.load(RESTEndpoint<Data>(.get, path: "users", rules: EndpointRules(timeout: .seconds(600))))
        }
        #expect(error?.response?.statusCode == 500)
        #expect(deadlines.all.count == 5)
        #expect(Set(deadlines.all).count == 1)
        let deadline = try #require(deadlines.all.first ?? nil)
        #expect((start + .seconds(600)...ContinuousClock.now + .seconds(600)).contains(deadline))
    }

    @Test("Times out at the deadline of the call while a later attempt hangs", .timeLimit(.minutes(1)))
    func hangingAttempt() async throws {
        let arrived = Collected<ContinuousClock.Instant?>()
        let transport = WithContext { request, context in
            arrived.append(context.deadline)
            // The test does not advance this clock, so only the deadline ends the sleep.
            if arrived.all.count > 1 { try? await ManualClock().sleep(for: .seconds(1)) }
            return answer(to: request, 500)
        }
        // With a pause, the retrier would return the 500 if too little time was left.
        let retrier = RequestRetrier(RetryRules(backoff: RetryBackoff(base: .zero)), clock: InstantClock())
        let api = Controller(baseURL: baseURL, transport: transport, middleware: [retrier])
        let error = await #expect(throws: LoadError.self) {
            try await api.load(RESTEndpoint<Data>(.get, path: "users", rules: EndpointRules(timeout: .seconds(1))))
        }
        #expect(error?.kind == .timedOut)
        // On a busy machine, the deadline may pass before the first or the second attempt.
        for deadline in arrived.all { #expect(try #require(deadline) <= .now) }
        #expect(arrived.all.count <= 2)
    }

    enum Transfer: CaseIterable { case upload, stream, download }

    @Test(
        "Continues an upload, stream or download after a pause that is longer than the idle timeout",
        arguments: Transfer.allCases)
    func longPause(transfer: Transfer) async throws {
        var body: Data?
        for factor in timeFactors where body == nil {
            let (clock, timeout) = (ManualClock(), Duration.milliseconds(250) * factor)
            let (api, sent) = api([RequestRetrier(clock: clock, random: { 1 })]) { request, number in
                answer(to: request, number == 1 ? 503 : 200, fields: ["Retry-After": "60"], chunks: ["whole"])
            }
            let endpoint = RESTEndpoint<Data>(
                transfer == .upload ? .put : .get, path: "file", rules: EndpointRules(timeout: timeout))
            let call = Task { try await self.body(of: endpoint, transfer, api) }
            // On a busy machine, the first response is too late for a short timeout.
            guard let pauses = try? await clock.waitForSleepers(timeout: timeout) else {
                call.cancel()
                continue
            }
            #expect(pauses == [.seconds(61)])
            // If the pause did not extend the idle timeout, that timeout would pass before this alarm rings.
            await withCheckedContinuation { alarm in
                _ = Alarms.shared.set(at: .after(timeout)) { alarm.resume() }
            }
            clock.advance(by: .seconds(61))
            body = try? await call.value
            if body != nil { #expect(sent.all.count == 2) }
        }
        #expect(body == Data("whole".utf8))
    }

    private func body(of endpoint: RESTEndpoint<Data>, _ transfer: Transfer, _ api: Controller) async throws -> Data {
        switch transfer {
        case .upload: return try await api.upload(endpoint) { _ in }
        case .stream: return try await api.stream(endpoint).body.reduce(into: Data()) { $0 += $1 }
        case .download:
            let file = FileManager.default.temporaryDirectory.appending(path: "Endpoint-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: file) }
            try await api.download(endpoint, to: file)
            return try Data(contentsOf: file)
        }
    }

    @Test("Sends at most 1.1 requests for each of 1,000 callers in an outage", arguments: [500, 503, nil])
    func outage(_ statusCode: Int?) async throws {
        let (api, sent) = api([RequestRetrier(clock: InstantClock())]) { request, _ in
            guard let statusCode else { throw EndpointTransportError.unreachable(URLError(.cannotConnectToHost)) }
            return answer(to: request, statusCode, fields: ["Retry-After": "1"])
        }
        await withTaskGroup { group in
            for _ in 0..<1_000 { group.addTask { _ = try? await api.load(RESTEndpoint<Data>(.get, path: "users")) } }
        }
        #expect(sent.all.count > 1_000)
        #expect(sent.all.count <= 1_100)
    }

    @Test("Never reports less upload progress than before", .timeLimit(.minutes(1)), arguments: [40, 100])
    func progress(last: Int64) async throws {
        let (attempts, told) = (Collected<Int>(), Collected<Int64>())
        let transport = WithContext { request, context in
            attempts.append(1)
            let number = attempts.all.count
            for count in [[0, 40, 80], [0, 40], [0, last]][number - 1] {
                context.onUpload?(EndpointProgress(completed: count, total: 100))
                // A report that waits is replaced by the next report, so wait for each.
                try await waitWhile(number == 1 && told.all.last != count)
            }
            return answer(to: request, number < 3 ? 503 : 200)
        }
        let api = Controller(
            baseURL: baseURL, transport: transport, middleware: [RequestRetrier(clock: InstantClock())])
        let body = HTTPBody.data(Data(count: 100))
        _ = try await api.upload(RESTEndpoint<Data>(.put, path: "file", body: body)) { told.append($0.completed) }
        #expect(attempts.all.count == 3)
        #expect(told.all == (last > 80 ? [0, 40, 80, last] : [0, 40, 80]))
    }
}

/// A transport that answers with a closure, which gets the context too.
private struct WithContext: EndpointTransport {
    private let answer: @Sendable (URLRequest, EndpointTransportContext) async throws -> EndpointStreamedResponse

    init(_ answer: @escaping @Sendable (URLRequest, EndpointTransportContext) async throws -> EndpointStreamedResponse)
    {
        self.answer = answer
    }

    func send(
        _ outgoing: OutgoingRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        try await Answering { [answer] in try await answer($0, context) }.send(outgoing, context: context)
    }
}
