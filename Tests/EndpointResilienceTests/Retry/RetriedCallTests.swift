import EndpointResilience
import EndpointTesting
import Foundation
import TestSupport
import Testing

@Suite("RequestRetrier, whole calls")
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
        await #expect(throws: LoadError.self) { try await api.load(RESTEndpoint<Data>(.post, path: "orders")) }
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
        guard case .cancelled = await call.value else { throw Complaint("\(await call.value as Any)") }
        #expect(sent.all.count == 1)
        #expect(clock.sleeperCount == 0)
    }

    @Test("Keeps the deadline of the call through all attempts")
    func deadline() async throws {
        // Each pause takes real time, so that nothing but the deadline ends the call.
        let rules = RetryRules(attempts: .max, backoff: RetryBackoff(base: .milliseconds(400), factor: 1))
        let retrier = RequestRetrier(rules, budget: RetryBudget(cost: 0), random: { 1 })
        let (api, sent) = api([retrier]) { request, _ in answer(to: request, 500) }
        let error = await #expect(throws: LoadError.self) {
            try await api.load(RESTEndpoint<Data>(.get, path: "users", timeout: .seconds(1)))
        }
        // The call ends with the last response, because the next pause would outlast the deadline, or times out on a
        // busy machine.
        if case .timedOut = error {} else { #expect(error?.response?.statusCode == 500) }
        // A busy machine may send no request before the deadline.
        #expect(sent.all.count <= 3)
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

    @Test("Never reports less upload progress than before")
    func progress() async throws {
        let attempts = Collected<Int>()
        let transport = Uploading { context in
            attempts.append(1)
            for count in [0, 40, 100] as [Int64] { context.onUpload?(EndpointProgress(completed: count, total: 100)) }
            return attempts.all.count < 3 ? 503 : 200
        }
        let told = Collected<EndpointProgress>()
        let api = Controller(
            baseURL: baseURL, transport: transport, middleware: [RequestRetrier(clock: InstantClock())])
        let body = HTTPBody.data(Data(count: 100))
        _ = try await api.upload(RESTEndpoint<Data>(.put, path: "file", body: body)) { told.append($0) }
        #expect(attempts.all.count == 3)
        // A step that is overtaken by the next may be left out.
        let steps = told.all.map(\.completed)
        #expect(steps == Array(Set(steps)).sorted() && steps.last == 100, "\(steps)")
    }
}

/// A transport that reports upload progress, and answers without a body.
private struct Uploading: EndpointTransport {
    var statusCode: @Sendable (EndpointTransportContext) -> Int

    init(_ statusCode: @escaping @Sendable (EndpointTransportContext) -> Int) {
        self.statusCode = statusCode
    }

    func send(
        _ request: URLRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        answer(to: request, statusCode(context))
    }
}
