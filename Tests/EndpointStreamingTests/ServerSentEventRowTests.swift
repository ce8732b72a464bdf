import EndpointStreaming
import EndpointTesting
import Foundation
import Testing

/// The rows of `event-streams.json`.
private struct EventRow: Decodable, Sendable {
    struct Event: Decodable, Hashable, Sendable {
        var type: String
        var data: String
        var id: String
    }

    var events: [Event]
    /// The reconnection time in milliseconds, or nil if the stream does not set a time or the row does not have one.
    var retry: Int?
    var saysRetry: Bool
    var contentType: String

    private enum CodingKeys: String, CodingKey {
        case events, retry
        case contentType = "content_type"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        events = try container.decode([Event].self, forKey: .events)
        retry = try container.decodeIfPresent(Int.self, forKey: .retry)
        saysRetry = container.contains(.retry)
        contentType = try container.decodeIfPresent(String.self, forKey: .contentType) ?? "text/event-stream"
    }

    static let all = StreamRow<EventRow>.all("event-streams")
}

extension EventRow.Event {
    init(_ event: ServerSentEvent) {
        self.init(type: event.type, data: event.data, id: event.id)
    }
}

@Suite(.timeLimit(.minutes(1))) struct ServerSentEventRowTests {
    @Test func loadsAllRowsOfTheFile() {
        #expect(EventRow.all.count == 119)
    }

    @Test("Parses each row whole, byte by byte and split at every position", arguments: EventRow.all)
    fileprivate func parsing(_ row: StreamRow<EventRow>) async {
        for chunks in row.stream.splits {
            let (events, error) = await collect(EndpointResponseBody(chunks).serverSentEvents())
            #expect(error == nil, "in chunks of \(chunks.map(\.count))")
            #expect(events.map(EventRow.Event.init) == row.result.events, "in chunks of \(chunks.map(\.count))")
        }
    }

    @Test("Waits for the reconnection time of each row", arguments: EventRow.all.filter(\.result.saysRetry))
    fileprivate func reconnection(_ row: StreamRow<EventRow>) async throws {
        let stub = StubTransport()
        stub.on(.any, answer: .chunks([row.stream], contentType: row.result.contentType), .status(204))
        let clock = ManualClock()
        let events = EndpointController<EndpointDefaultServerError>(transport: stub)
            .serverSentEvents(of: Feed(), clock: clock)
        let reader = Task { await collect(events) }
        // Some rows ask for less than the least time between connections.
        let wait = Duration.milliseconds(max(row.result.retry ?? 3_000, 100))
        #expect(try await clock.waitForSleepers() == [wait])
        clock.advance(by: wait)
        let (collected, error) = await reader.value
        #expect(collected.map(EventRow.Event.init) == row.result.events)
        #expect(error == nil)
        #expect(stub.calls.count == 2)
    }
}
