import EndpointStreaming
import EndpointTesting
import Foundation
import Loopback
import Testing

@testable import StreamingEvents

@Suite struct StreamingEventsTests {
    @Test("Resumes the story without lost or repeated words after the connection breaks off")
    func tour() async throws {
        let speaker = Speaker(words: Program.words)
        try await LoopbackServer(speaker).run { port in try await Tour(port: port, speaker: speaker).run() }
    }

    @Test("Joins the pieces of an answer that arrive over time")
    func pieces() async throws {
        let clock = ManualClock()
        let stub = StubTransport()
        let events = [#"{"text": "A monoid "}"#, #"{"text": "…"}"#, "[DONE]"].map { ServerSentEvent(data: $0).encoded }
        stub.on(.any, answer: .chunks(events, contentType: "text/event-stream", every: .seconds(1), clock: clock))
        let controller = EndpointController(baseURL: URL(string: "https://models.example.com/v1/"), transport: stub)
        let answer = Task { try await controller.elements(of: Answer(question: "Hi")).reduce("") { $0 + $1.text } }
        for _ in events {
            try await clock.waitForSleepers()
            clock.advance(by: .seconds(1))
        }
        #expect(try await answer.value == "A monoid …")
        try stub.calls[0].expectHeaderField("Accept", "text/event-stream")
    }

    @Test("Throws if an answer ends without its end marker")
    func halfAnswer() async throws {
        let stub = StubTransport()
        let event = ServerSentEvent(data: #"{"text": "A"}"#)
        stub.on(.any, answer: .chunks([event.encoded], contentType: "text/event-stream"))
        let controller = EndpointController(baseURL: URL(string: "https://models.example.com/v1/"), transport: stub)
        let error = await #expect(throws: EndpointError<EndpointDefaultServerError>.self) {
            for try await _ in controller.elements(of: Answer(question: "Hi")) {}
        }
        guard case .parsing(_, EndpointElementError.missingEndMarker) = error else { throw try #require(error) }
    }
}
