import EndpointStreaming
import EndpointSupport
import EndpointTesting
import Foundation
import TestSupport
import Testing

/// Bodies of hostile or broken servers.
@Suite(.timeLimit(.minutes(1))) struct HostileStreamTests {
    /// Returns a body that repeats a text forever, and a closure that returns the number of repetitions.
    private func endless(_ text: String) -> (body: EndpointResponseBody, count: @Sendable () -> Int) {
        let chunk = Data(text.utf8)
        let counter = Counter()
        let body = EndpointResponseBody {
            counter.add()
            return chunk
        }
        return (body, { counter.value })
    }

    private static let kilobyte = String(repeating: "x", count: 1_024)

    @Test("Throws at the limit for a line without an end", arguments: ["", "data: "])
    func endlessLine(_ start: String) async {
        let (body, count) = endless(start + Self.kilobyte)
        let (events, error) = await collect(body.serverSentEvents(limit: 10_000))
        #expect(events.isEmpty)
        #expect(error.isTooLong(line: 1))
        #expect(count() == 10)
    }

    @Test("Throws at the limit for an event without an end")
    func endlessEvent() async {
        let (body, count) = endless("data: \(Self.kilobyte)\n:\n")
        let (events, error) = await collect(body.serverSentEvents(limit: 10_000))
        #expect(events.isEmpty)
        #expect(error.isTooLong(line: 19))
        #expect(count() == 10)
    }

    @Test("Delivers the lines before a line over the limit, then throws")
    func endlessPlainLine() async {
        let lines = EndpointResponseBody([Data("1\n22\n333".utf8), Data("3\n".utf8)]).lines(limit: 3)
        let (collected, error) = await collect(lines)
        #expect(collected == [Data("1".utf8), Data("22".utf8)])
        #expect(error.isTooLong(line: 3))
        #expect(await collect(lines).elements.isEmpty)
    }

    @Test("Accepts lines and events that are exactly as long as the limit")
    func limit() async {
        let (events, error) = await collect(
            EndpointResponseBody(Data("data:12345\n\ndata:1234\ndata:67890\n\n".utf8)).serverSentEvents(limit: 10))
        #expect(error == nil)
        #expect(events.map(\.data) == ["12345", "1234\n67890"])
        let (lines, otherError) = await collect(
            EndpointResponseBody(Data("1234567890\n1234567890".utf8)).lines(limit: 10))
        #expect(otherError == nil)
        #expect(lines.count == 2)
    }

    @Test("Limits lines and events to 1 MiB by default", arguments: [0, 1])
    func defaultLimit(excess: Int) async {
        // A JSON string, a comment and an event whose line has 1 MiB or one byte more.
        let json = Data("\"\(String(repeating: "x", count: 1_048_574 + excess))\"\n".utf8)
        let comment = Data(":\(String(repeating: "x", count: 1_048_575 + excess))\n\ndata: 1\n\n".utf8)
        let controllers = [("application/jsonl", json), ("text/event-stream", comment)].map { type, body in
            let transport = BodyTransport(contentType: type) { EndpointResponseBody(body) }
            return EndpointController<EndpointDefaultServerError>(transport: transport)
        }
        let outcomes = [
            await collect(EndpointResponseBody(json).lines()).error,
            await collect(EndpointResponseBody(comment).serverSentEvents()).error,
            await collect(controllers[0].elements(of: Feed().streamed(by: ElementParser<String>.jsonLines))).error,
            await collect(controllers[1].elements(of: Feed().streamed(by: .events))).error,
        ]
        for error in outcomes { #expect((error == nil) == (excess == 0), "\(String(describing: error))") }
    }

    @Test("Ignores a long run of empty lines")
    func emptyLines() async {
        let chunk = Data(repeating: 0x0A, count: 10_000)
        let chunks = Array(repeating: chunk, count: runsAllTests ? 1_000 : 10)
        let (events, error) = await collect(EndpointResponseBody(chunks).serverSentEvents())
        #expect(events.isEmpty && error == nil)
        let transport = BodyTransport(contentType: "application/jsonl") { EndpointResponseBody(chunks) }
        let controller = EndpointController<EndpointDefaultServerError>(transport: transport)
        let (values, otherError) = await collect(
            controller.elements(of: Feed().streamed(by: ElementParser<Int>.jsonLines)))
        #expect(values.isEmpty && otherError == nil)
    }

    @Test(
        "Throws for a JSON line with NUL bytes or a byte order mark",
        arguments: ["1\n2\0\n3\n", "1\n\u{FEFF}2\n3\n", "1\n[\02\0]\n"])
    func otherEncodings(_ text: String) async throws {
        let transport = BodyTransport(contentType: "application/jsonl") { EndpointResponseBody(Data(text.utf8)) }
        let controller = EndpointController<EndpointDefaultServerError>(transport: transport)
        let (values, error) = await collect(controller.elements(of: Feed().streamed(by: ElementParser<Int>.jsonLines)))
        #expect(values == [1])
        guard case LoadError.parsing(_, EndpointElementError.invalid(2, _))? = error else {
            throw try #require(error)
        }
    }

    @Test("Keeps the limit of a parser that is mapped")
    func mappedLimit() async throws {
        let transport = BodyTransport { EndpointResponseBody(Data("data: 12345\n\n".utf8)) }
        let controller = EndpointController<EndpointDefaultServerError>(transport: transport)
        let parser = ElementParser<ServerSentEvent>.events.limit(10).map(\.data)
        let (values, error) = await collect(controller.elements(of: Feed().streamed(by: parser)))
        #expect(values.isEmpty)
        guard case LoadError.parsing(_, EndpointElementError.tooLong(line: 1, limit: 10))? = error else {
            throw try #require(error)
        }
    }

    @Test("Skips events with empty data, which are no JSON")
    func emptyData() async {
        let transport = BodyTransport { EndpointResponseBody(Data("data\n\ndata: 1\n\n".utf8)) }
        let controller = EndpointController<EndpointDefaultServerError>(transport: transport)
        let (values, error) = await collect(
            controller.elements(of: Feed().streamed(by: ElementParser<Int>.jsonEvents())))
        #expect(values == [1] && error == nil)
    }

    @Test("Stops reading at the end marker")
    func marker() async {
        let (body, count) = endless("data: 1\n\ndata: [DONE]\n\ndata: no JSON\n\n")
        let controller = EndpointController<EndpointDefaultServerError>(transport: BodyTransport { body })
        let parser = ElementParser<Int>.jsonEvents(until: "[DONE]")
        let (values, error) = await collect(controller.elements(of: Feed().streamed(by: parser)))
        #expect(values == [1] && error == nil)
        #expect(count() == 1)
    }

    @Test("Throws if the body ends without the end marker")
    func missingMarker() async {
        let transport = BodyTransport { EndpointResponseBody(Data("data: 1\n\n".utf8)) }
        let controller = EndpointController<EndpointDefaultServerError>(transport: transport)
        let parser = ElementParser<Int>.jsonEvents(until: "[DONE]")
        let (values, error) = await collect(controller.elements(of: Feed().streamed(by: parser)))
        #expect(values == [1])
        #expect("\(error as Any)".contains("[DONE]"))
    }

    @Test("Compares errors by their values")
    func equality() {
        #expect(EndpointElementError.tooLong(line: 1, limit: 2) == .tooLong(line: 1, limit: 2))
        #expect(EndpointElementError.tooLong(line: 1, limit: 2) != .tooLong(line: 1, limit: 3))
        #expect(EndpointElementError.missingEndMarker("a") != .missingEndMarker("b"))
        let (one, other) = (CocoaError(.fileNoSuchFile), CocoaError(.fileWriteNoPermission))
        #expect(EndpointElementError.invalid(1, one) == .invalid(1, one))
        #expect(EndpointElementError.invalid(1, one) != .invalid(1, other))
    }
}

/// Responses other than the requested stream.
@Suite(.timeLimit(.minutes(1))) struct OtherAnswerTests {
    private let stub = StubTransport()

    private var controller: EndpointController<EndpointDefaultServerError> {
        EndpointController(transport: stub)
    }

    private func outcome(
        _ answer: StubAnswer
    ) async -> [(elements: Int, error: EndpointError<EndpointDefaultServerError>?)] {
        stub.on(.any, answer: answer)
        let once = await collect(controller.elements(of: Feed().streamed(by: .events)))
        let reconnecting = await collect(controller.serverSentEvents(of: Feed()))
        return [once, reconnecting].map { ($0.elements.count, $0.error as? EndpointError<EndpointDefaultServerError>) }
    }

    @Test("Ends without events after a 204")
    func noContent() async {
        stub.on(.any, answer: .status(204))
        let (events, error) = await collect(controller.serverSentEvents(of: Feed()))
        #expect(events.isEmpty && error == nil)
        #expect(stub.calls.count == 1)
    }

    @Test("Throws for a status that is not accepted", arguments: [401, 500])
    func refusal(_ status: Int) async {
        for (count, error) in await outcome(.json(["reason": "no"], status: status)) {
            #expect(count == 0)
            #expect(error?.response?.statusCode == status)
        }
        #expect(stub.calls.count == 2)
    }

    @Test("Reads events although the rules of the controller accept other statuses and content types")
    func rulesOfTheController() async throws {
        let rules = EndpointRules(acceptedStatusCodes: [201], acceptedContentTypes: ["application/json"])
        let api = EndpointController<EndpointDefaultServerError>(transport: stub, rules: rules)
        stub.on(.any, answer: .events([ServerSentEvent(data: "1")]))
        for try await event in api.serverSentEvents(of: Feed()) {
            #expect(event.data == "1")
            break
        }
    }

    @Test("Throws for a content type that is not an event stream")
    func contentType() async {
        for (count, error) in await outcome(.text("data: 1\n\n")) {
            #expect(count == 0)
            #expect(error?.kind == .unacceptableContentType)
        }
        #expect(stub.calls.count == 2)
    }

    @Test("Follows a redirect to the stream")
    func redirect() async {
        stub.on(RequestMatcher(path: "/feed"), answer: .status(307, headerFields: ["Location": "/other"]))
        stub.on(RequestMatcher(path: "/other"), answer: .events([ServerSentEvent(data: "1")]), .status(204))
        let (events, error) = await collect(controller.elements(of: Feed().streamed(by: .events)))
        #expect(events.map(\.data) == ["1"] && error == nil)
    }
}

extension (any Error)? {
    fileprivate func isTooLong(line: Int) -> Bool {
        if case EndpointElementError.tooLong(line, _)? = self { true } else { false }
    }
}

/// A counter for several threads.
///
/// `@unchecked Sendable`: it is accessed with `lock` held.
private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    var value: Int { lock.withLock { count } }

    func add() { lock.withLock { count += 1 } }
}
