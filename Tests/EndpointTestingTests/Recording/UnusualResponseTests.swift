import EndpointTesting
import Foundation
import TestSupport
import Testing

/// Tests that responses which break the rules of HTTP can be recorded and replayed.
@Suite(.timeLimit(.minutes(1))) struct UnusualResponseTests {
    /// A transport that returns any response without checking it.
    private struct Server: EndpointTransport {
        var statusCode = 200
        var headerFields: [String: String] = [:]

        func send(
            _ outgoing: OutgoingRequest, context: EndpointTransportContext
        ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
            let request = outgoing.urlRequest
            let head = EndpointResponseHead(
                url: request.url ?? baseURL, statusCode: statusCode, headerFields: headerFields)
            return EndpointStreamedResponse(head: head, body: EndpointResponseBody { nil })
        }
    }

    private let cassettes: Cassettes
    private let request = URLRequest(url: url("https://example.com:8443/x?n=1"))

    init() throws {
        cassettes = try Cassettes()
    }

    private func record(_ server: Server, hiding secrets: CassetteSecrets = CassetteSecrets()) async throws {
        let recording = RecordingTransport(server, to: cassettes.file, hiding: secrets)
        _ = await outcome(of: request, over: recording)
        try recording.save()
    }

    @Test(
        "Replays header fields with control characters or surrounding white space",
        arguments: [("1, ", "1,"), ("a\u{0}b\u{1F}c", "a b c"), ("\u{85}é\u{7F}\t", "é"), ("a\tb", "a\tb"), (" ", "")])
    func headerFields(value: String, replayed: String) async throws {
        try await record(Server(headerFields: ["X-A": value]))
        #expect(try await ReplayTransport(cassettes.file).send(request).headerField("X-A") == replayed)
    }

    @Test(
        "Replays JSON in UTF-16 or with a trailing comma, without its secrets",
        arguments: [String.Encoding.utf8, .utf16, .utf16LittleEndian])
    func lenientJSON(encoding: String.Encoding) async throws {
        let json = try #require(#"{"name":"Zoë","pin":"s3cret",}"#.data(using: encoding))
        let stub = StubTransport()
        stub.on(.any, answer: StubAnswer(body: .data(json, contentType: "application/json")))
        _ = try await cassettes.record(stub) { await outcome(of: request, over: $0) }
        let replayed = await outcome(of: request, over: try ReplayTransport(cassettes.file))
        #expect(replayed == #"200 {"name":"Zoë","pin":"***"}"#)
    }

    @Test("Replays a request whose port is hidden") func port() async throws {
        let secrets = CassetteSecrets(values: ["8443"])
        try await record(Server(), hiding: secrets)
        #expect(try cassettes.text.contains("https://example.com:***/x?n=1"))
        #expect(await outcome(of: request, over: try ReplayTransport(cassettes.file, hiding: secrets)) == "200 ")
    }

    @Test("Names a recorded response that cannot be replayed, and still writes the cassette")
    func unusableResponse() async throws {
        let error = await #expect(throws: CassetteError.self) { try await record(Server(statusCode: 1000)) }
        guard case .invalid(cassettes.file, "exchanges[0].response", _)? = error else { throw try #require(error) }
        #expect(try cassettes.text.contains("1000"))
    }
}
