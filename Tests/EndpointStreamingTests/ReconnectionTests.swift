import EndpointStreaming
import EndpointTesting
import Foundation
import TestSupport
import Testing

/// Streams of server-sent events that reconnect.
@Suite(.timeLimit(.minutes(1))) struct ReconnectionTests {
    private typealias Controller = EndpointController<EndpointDefaultServerError>

    private struct Post: EndpointType, MethodProviderType, URLProviderType, RulesProviderType {
        var rules: EndpointRules { EndpointRules(isRepeatable: isRepeatable) }
        var isRepeatable = false
        var method = HTTPMethod.post
        var url = URL(string: "https://example.com/feed")
    }

    private let stub = StubTransport()
    private let clock = ManualClock()

    private func stream(of endpoint: some RequestProviderType = Feed(), after id: String = "") -> EndpointElements<
        ServerSentEvent
    > {
        Controller(transport: stub).serverSentEvents(of: endpoint, lastEventID: id, clock: clock)
    }

    private func sentIDs() -> [String?] { stub.calls.map { $0.value(forHTTPHeaderField: "Last-Event-ID") } }

    /// Advances the clock for each pause of a stream, and returns the durations of the pauses.
    private func pauses(_ count: Int) async throws -> [Duration] {
        var pauses: [Duration] = []
        for _ in 0..<count {
            let pause = try await clock.waitForSleepers()[0]
            pauses.append(pause)
            clock.advance(by: pause)
        }
        return pauses
    }

    @Test("Reconnects with the ID of the last event after the time that the stream sets")
    func resumption() async throws {
        stub.on(
            .any,
            answer: .events([ServerSentEvent(data: "1", id: "a", retry: .milliseconds(700))]),
            .events([ServerSentEvent(data: "2"), ServerSentEvent(data: "3", id: "b")]).truncated(),
            .events([ServerSentEvent(data: "4", id: "")]), .status(204))
        async let collected = collect(stream(after: "0"))
        #expect(try await pauses(3) == Array(repeating: .milliseconds(700), count: 3))
        let (events, error) = await collected
        #expect(error == nil)
        #expect(events.map(\.data) == ["1", "2", "3", "4"])
        #expect(events.map(\.id) == ["a", "a", "b", "b"])
        #expect(sentIDs() == ["0", "a", "b", "b"])
    }

    @Test("Sends the endpoint's own ID until the server sends another or an empty one")
    func ownIdentifier() async throws {
        func answer(_ text: String) -> StubAnswer { .chunks([Data(text.utf8)], contentType: "text/event-stream") }
        stub.on(.any, answer: answer("data: 1\n\n"), answer("id:\ndata: 2\n\n"), .status(204))
        var endpoint = try Given(url: "https://example.com/feed")
        endpoint.request.setValue("own", forHTTPHeaderField: "Last-Event-ID")
        async let collected = collect(stream(of: endpoint))
        _ = try await pauses(2)
        #expect(await collected.error == nil)
        #expect(sentIDs() == ["own", "own", nil])
    }

    @Test("Sends the ID of a finished event without data, but not of an unfinished event")
    func identifiersWithoutData() async throws {
        stub.on(.any, answer: .chunks([Data("id: 1\n\nid: 2\n".utf8)], contentType: "text/event-stream"), .status(204))
        async let collected = collect(stream())
        _ = try await pauses(1)
        #expect(await collected.elements.isEmpty)
        #expect(sentIDs() == [nil, "1"])
    }

    @Test("Sends the ID without the white space around it, which a header field cannot have")
    func identifierWithWhiteSpace() async throws {
        stub.on(.any, answer: .events([ServerSentEvent(data: "1", id: "\t1 2 ")]), .status(204))
        async let collected = collect(stream())
        _ = try await pauses(1)
        #expect(await collected.error == nil)
        #expect(sentIDs() == [nil, "1 2"])
    }

    @Test("Sends no ID that a header field cannot carry", arguments: ["a\u{1}b", "\u{7F}", "\u{85}"])
    func identifierWithControlCharacter(_ id: String) async throws {
        stub.on(
            .any,
            answer: .events([ServerSentEvent(data: "1", id: id)]), .events([ServerSentEvent(data: "2", id: "b")]),
            .status(204))
        async let collected = collect(stream(after: id))
        _ = try await pauses(2)
        let (events, error) = await collected
        #expect(events.map(\.id) == [id, "b"] && error == nil)
        #expect(sentIDs() == [nil, nil, "b"])
    }

    @Test(
        "Waits no less than the time that the stream asks for, although that is longer than a minute, up to a day",
        arguments: [(120, 120), (172_800, 86_400)])
    func longRetry(asked: Int, waited: Int) async throws {
        stub.on(
            .any, answer: .events([ServerSentEvent(data: "1", retry: .seconds(asked))]), .unreachable, .unreachable,
            .status(204))
        async let collected = collect(stream())
        #expect(try await pauses(3) == Array(repeating: .seconds(waited), count: 3))
        #expect(await collected.error == nil)
    }

    @Test("Waits 3 seconds, then up to twice as long each time until an event arrives")
    func backoff() async throws {
        stub.on(
            .any,
            answer: .events([ServerSentEvent(data: "1")]), .unreachable, .notResponding, .timedOut, .unreachable,
            .unreachable, .unreachable, .unreachable, .events([ServerSentEvent(data: "2")]), .status(204))
        async let collected = collect(stream())
        let pauses = try await pauses(9)
        #expect(await collected.elements.map(\.data) == ["1", "2"])
        #expect(pauses[0] == .seconds(3))
        for (number, pause) in pauses[1...7].enumerated() {
            let longest = min(.seconds(6) * (1 << number), .seconds(60))
            #expect(max(longest * 0.5, .seconds(3))...longest ~= pause, "pause \(number + 2)")
        }
        #expect(pauses[8] == .seconds(3))
    }

    @Test("Waits 100 ms, then longer, if a stream asks for a time of zero and no event arrives")
    func noTime() async throws {
        stub.on(
            .any, answer: .chunks([Data("retry: 0\n\n".utf8)], contentType: "text/event-stream"), .unreachable,
            .unreachable, .status(204))
        async let collected = collect(stream())
        let pauses = try await pauses(3)
        #expect(pauses[0] == .milliseconds(100))
        #expect(.milliseconds(200)...(.milliseconds(400)) ~= pauses[1])
        #expect(.milliseconds(400)...(.milliseconds(800)) ~= pauses[2])
        #expect(await collected.error == nil)
    }

    @Test("Waits longer each time, up to a second, for a stream that asks for less and ends after each event")
    func shortConnections() async throws {
        stub.on(.any, answer: .events([ServerSentEvent(data: "1", retry: .zero)]))
        let reader = Task { await collect(stream()) }
        let pauses = try await pauses(7)
        #expect(pauses == [100, 200, 400, 800, 1_000, 1_000, 1_000].map { .milliseconds($0) })
        reader.cancel()
        #expect(await reader.value.elements.count >= 7)
    }

    @Test("Waits 100 ms again after a connection that lasted a second")
    func longConnection() async throws {
        let event = ServerSentEvent(data: "1", retry: .zero)
        stub.on(
            .any,
            answer: .events([event]), .events([event]), .events([event], every: .milliseconds(999), clock: clock),
            .events([event], every: .seconds(1), clock: clock), .events([event]), .status(204))
        async let collected = collect(stream())
        #expect(try await pauses(7) == [100, 200, 999, 400, 1_000, 100, 200].map { .milliseconds($0) })
        #expect(await collected.elements.count == 5)
    }

    @Test(
        "Throws if a reconnection gets another status or content type",
        arguments: [
            (StubAnswer.status(401), EndpointErrorKind.unacceptableStatus), (.status(503), .unacceptableStatus),
            (.status(205), .unacceptableStatus), (.text("data: 1\n\n"), .unacceptableContentType),
        ])
    func otherAnswer(_ answer: StubAnswer, _ kind: EndpointErrorKind) async throws {
        stub.on(.any, answer: .events([ServerSentEvent(data: "1")]), answer)
        async let collected = collect(stream())
        _ = try await pauses(1)
        let (events, error) = await collected
        #expect(events.map(\.data) == ["1"])
        #expect((error as? LoadError)?.kind == kind, "\(error as Any)")
        #expect(stub.calls.count == 2)
    }

    @Test("Throws if the first connection fails")
    func firstAttempt() async throws {
        stub.on(.any, answer: .unreachable)
        let error = await collect(stream()).error
        guard case LoadError.serverUnreachable? = error else { throw try #require(error) }
        #expect(stub.calls.count == 1)
    }

    @Test("Does not reconnect for a request that is not repeatable")
    func notRepeatable() async throws {
        stub.on(.any, answer: .events([ServerSentEvent(data: "1")]), .events([ServerSentEvent(data: "2")]).truncated())
        let (whole, noError) = await collect(stream(of: Post()))
        #expect(whole.map(\.data) == ["1"] && noError == nil)
        let (cut, error) = await collect(stream(of: Post()))
        #expect(cut.map(\.data) == ["2"])
        guard case LoadError.truncatedResponse? = error else { throw try #require(error) }
        #expect(stub.calls.count == 2)
    }

    @Test("Reconnects for a POST that its endpoint makes repeatable")
    func repeatable() async throws {
        stub.on(.any, answer: .events([ServerSentEvent(data: "1")]), .status(204))
        async let collected = collect(stream(of: Post(isRepeatable: true)))
        _ = try await pauses(1)
        #expect(await collected.elements.count == 1)
        #expect(stub.calls.count == 2)
    }

    @Test("Stops waiting when the task is cancelled")
    func cancellation() async throws {
        stub.on(.any, answer: .events([ServerSentEvent(data: "1")]))
        let reader = Task { await collect(stream()) }
        try await clock.waitForSleepers()
        reader.cancel()
        let (events, error) = await reader.value
        #expect(events.count == 1)
        guard case LoadError.cancelled? = error else { throw try #require(error) }
        #expect(clock.sleeperCount == 0 && stub.calls.count == 1)
    }

    @Test("Starts a separate call for each loop, and returns nil after the end")
    func twoLoops() async throws {
        stub.on(.any, answer: .events([ServerSentEvent(data: "1")]))
        let elements = Controller(transport: stub).elements(of: Feed().streamed(by: .events))
        #expect(stub.calls.isEmpty)
        var iterator = elements.makeAsyncIterator()
        #expect(try await iterator.next()?.data == "1")
        #expect(try await iterator.next() == nil)
        #expect(try await iterator.next() == nil)
        #expect(stub.calls.count == 1)
        #expect(await collect(elements).elements.count == 1)
        #expect(stub.calls.count == 2)
    }
}
