import EndpointStreaming
import EndpointTesting
import Foundation
import TestSupport
import Testing

/// Errors that a server reports within a stream.
@Suite(.timeLimit(.minutes(1))) struct StreamedFailureTests {
    private struct ModelError: EndpointServerError { var reason: String? }

    private struct Piece: Decodable, Sendable, Equatable {
        var pieceText: String

        private enum CodingKeys: CodingKey { case pieceText, error }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            if let error = try members.decodeIfPresent(ModelError.self, forKey: .error) { throw error }
            pieceText = try members.decode(String.self, forKey: .pieceText)
        }
    }

    private static let jsonLines = "{\"piece_text\":\"a\"}\n{\"error\":{\"reason\":\"overloaded\"}}\n"
    private static let jsonEvents = "data: {\"piece_text\":\"a\"}\n\ndata: {\"error\":{\"reason\":\"overloaded\"}}\n\n"
    private static let typedEvents =
        "data: {\"piece_text\":\"a\"}\n\nevent: error\ndata: {\"reason\":\"overloaded\"}\n\n"

    private static let rows: [(String, ElementParser<Piece>)] = [
        (jsonLines, .jsonLines), (jsonLines, .jsonLines(until: "[DONE]")),
        (jsonEvents, .jsonEvents()), (jsonEvents, .jsonEvents(until: { _ in false })),
        // The empty line after the error is missing.
        (String(jsonEvents.dropLast()), .jsonEvents(until: "[DONE]")),
        (
            typedEvents,
            ElementParser.events.map { event, decoder in
                let json = Data(event.data.utf8)
                if event.type == "error" { throw try decoder.decode(ModelError.self, from: json) }
                return try decoder.decode(Piece.self, from: json)
            }
        ),
    ]

    private func outcome<ServerError>(
        _ row: (body: String, parser: ElementParser<Piece>),
        _ type: ServerError.Type
    ) async -> (texts: [String], error: EndpointError<ServerError>?) {
        let api = EndpointController<ServerError>(
            transport: BodyTransport { EndpointResponseBody(Data(row.body.utf8)) },
            decoder: .endpoint(keys: .convertFromSnakeCase))
        let (pieces, error) = await collect(api.elements(of: Feed().streamed(by: row.parser)))
        return (pieces.map(\.pieceText), error as? EndpointError<ServerError>)
    }

    @Test("Throws the server's error as a reported failure, after the elements before it", arguments: rows.indices)
    func failure(_ row: Int) async {
        let (texts, error) = await outcome(Self.rows[row], ModelError.self)
        #expect(texts == ["a"])
        guard case .reportedFailure(let response, let serverError)? = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(response.statusCode == 200)
        #expect(serverError == ModelError(reason: "overloaded"))
        #expect(error?.description.contains("overloaded") == true)
    }

    @Test("Throws an error of another controller's type as an error of the parser", arguments: rows.indices)
    func otherType(_ row: Int) async {
        let (texts, error) = await outcome(Self.rows[row], EndpointDefaultServerError.self)
        #expect(texts == ["a"])
        #expect(error?.kind == .parsing)
    }
}

/// Elements together with the head of their response.
@Suite(.timeLimit(.minutes(1))) struct ElementsWithResponseTests {
    private let stub = StubTransport()
    private var api: Controller { Controller(transport: stub) }
    private let endpoint = Feed().streamed(by: .events)

    @Test("Returns the head and the elements of one response")
    func response() async throws {
        let chunks = ["1", "2", "3"].map { ServerSentEvent(data: $0).encoded }
        stub.on(
            .any,
            answer: .chunks(chunks, contentType: "text/event-stream", headerFields: ["X-Request-Id": "r1"]))
        let (events, response) = try await api.elementsWithResponse(of: endpoint)
        #expect(response.headerField("X-Request-Id") == "r1")
        #expect(response.request.value(forHTTPHeaderField: "Accept") == "text/event-stream")
        for try await event in events {
            #expect(event.data == "1")
            break
        }
        // A later loop continues.
        #expect(try await events.reduce(into: []) { $0.append($1.data) } == ["2", "3"])
        #expect(stub.calls.count == 1)
    }

    @Test("Writes no field into an event through its type or id")
    func injection() {
        let event = ServerSentEvent(type: "a\r\ndata: forged\n\ndata: b", data: "x\ny", id: "1\nid: 2")
        let text = "data: x\ndata: y\nevent: adata: forgeddata: b\nid: 1id: 2\n\n"
        #expect(String(decoding: event.encoded, as: UTF8.self) == text)
        #expect(ServerSentEvent(data: "x", id: "1\0").encoded == Data("data: x\n\n".utf8))
    }

    @Test("Throws for a status that is not accepted, before any element")
    func refusal() async {
        stub.on(.any, answer: .status(429))
        do throws(LoadError) {
            _ = try await api.elementsWithResponse(of: endpoint)
            Issue.record("No error was thrown.")
        } catch {
            #expect(error.kind == .unacceptableStatus)
        }
    }

    @Test("Cancels the request when the last copy of the elements is released")
    func release() async throws {
        let (ends, end) = AsyncStream<Void>.makeStream()
        let transport = BodyTransport {
            EndpointResponseBody([Data("data: 1\n\n".utf8)]).observed { _ in end.yield() }
        }
        var elements: EndpointElements? = try await Controller(transport: transport)
            .elementsWithResponse(of: endpoint).elements
        #expect(elements != nil)
        elements = nil
        for await _ in ends { break }
    }
}
