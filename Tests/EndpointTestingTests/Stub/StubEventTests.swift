import EndpointController
import EndpointPaging
import EndpointStreaming
import EndpointTesting
import Foundation
import TestSupport
import Testing

/// Tests of answers that are event streams, from a stub and from a cassette.
@Suite(.timeLimit(.minutes(1))) struct StubEventTests {
    private struct Feed: EndpointType, MethodProviderType, URLProviderType {
        var method = HTTPMethod.get
        var url = URL(string: "https://example.com/feed")
    }

    private let stub = StubTransport()
    private let events = [
        ServerSentEvent(type: "greeting", data: "Hello\nWorld", id: "7", retry: .milliseconds(1_500)),
        ServerSentEvent(data: "", id: "7", retry: .milliseconds(1_500)),
    ]

    private func stream(over transport: any EndpointTransport) -> EndpointElements<ServerSentEvent> {
        EndpointController<EndpointDefaultServerError>(transport: transport).elements(of: Feed().streamed(by: .events))
    }

    @Test("Answers with the given events")
    func events() async throws {
        stub.on(.any, answer: .events(events))
        #expect(try await stream(over: stub).reduce(into: []) { $0.append($1) } == events)
    }

    @Test("Keeps the last identifier for an event without one")
    func eventWithoutIdentifier() async throws {
        stub.on(.any, answer: .events([ServerSentEvent(data: "a", id: "7"), ServerSentEvent(data: "b")]))
        #expect(try await stream(over: stub).reduce(into: []) { $0.append($1.id) } == ["7", "7"])
    }

    @Test(
        "Sends a reconnection time of any length",
        arguments: [
            (Duration.seconds(Int64.max), Duration?.some(.milliseconds((1 << 53) - 1))), (.seconds(Int64.min), nil),
            (.microseconds(1_500), .milliseconds(1)),
        ])
    func reconnectionTimes(retry: Duration, received: Duration?) async throws {
        stub.on(.any, answer: .events([ServerSentEvent(data: "a", retry: retry)]))
        #expect(try await stream(over: stub).first { _ in true }?.retry == received)
    }

    @Test("Sends each line of an event after each kind of line break", arguments: ["\n", "\r", "\r\n"])
    func lineBreaks(lineBreak: String) async throws {
        stub.on(.any, answer: .events([ServerSentEvent(data: "a\(lineBreak)b\u{2028}c")]))
        let events = try await stream(over: stub).reduce(into: []) { $0.append($1) }
        #expect(events == [ServerSentEvent(data: "a\nb\u{2028}c")])
    }

    @Test("Answers with an event after each pause")
    func pauses() async throws {
        let clock = ManualClock()
        stub.on(.any, answer: .events(events, every: .seconds(5), clock: clock))
        var iterator = stream(over: stub).makeAsyncIterator()
        for event in events {
            let advancing = Task {
                let pauses = try await clock.waitForSleepers()
                clock.advance(by: .seconds(5))
                return pauses
            }
            #expect(try await iterator.next() == event)
            #expect(try await advancing.value == [.seconds(5)])
        }
        #expect(try await iterator.next() == nil)
        #expect(clock.now.offset == .seconds(10))
    }

    @Test("Truncates an event stream, and stalls another until it is cancelled")
    func endings() async throws {
        stub.on(.any, answer: .events(events).truncated(), .events(events).stalled())
        let truncated = await #expect(throws: LoadError.self) { for try await _ in stream(over: stub) {} }
        #expect(truncated?.kind == .truncatedResponse)
        let reader = Task { [events = stream(over: stub)] in try await events.reduce(0) { count, _ in count + 1 } }
        reader.cancel()
        let cancelled = await #expect(throws: LoadError.self) { try await reader.value }
        #expect(cancelled?.kind == .cancelled)
    }

    @Test("Records and replays a resumed event stream without its secrets")
    func cassette() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        stub.on(
            .any, answer: .events([ServerSentEvent(data: #"{"text":"Hello","token":"verysecretvalue"}"#, id: "1")]),
            .events([ServerSentEvent(data: #"{"text":"World"}"#, id: "2")]), .status(204))
        let recorder = RecordingTransport(stub, to: file)
        #expect(try await resumed(over: recorder).count == 2)
        try recorder.save()
        #expect(try !String(contentsOf: file, encoding: .utf8).contains("verysecretvalue"))

        let replay = try ReplayTransport(file)
        let replayed = try await resumed(over: replay)
        #expect(replayed.map(\.id) == ["1", "2"])
        #expect(replayed.first?.data.contains("Hello") == true)
        try replay.verify()
    }

    private func resumed(over transport: any EndpointTransport) async throws -> [ServerSentEvent] {
        let clock = ManualClock()
        let events = EndpointController<EndpointDefaultServerError>(transport: transport)
            .serverSentEvents(of: Feed(), clock: clock)
        async let collected = events.reduce(into: []) { $0.append($1) }
        for _ in 0..<2 {
            try await clock.waitForSleepers()
            clock.advance(by: .seconds(3))
        }
        return try await collected
    }
}
