import EndpointPaging
import EndpointStreaming
import EndpointTesting
import Foundation
import TestSupport
import Testing

/// Tests of secrets in streams of JSON, which a caller may read only in part.
@Suite(.timeLimit(.minutes(1))) struct StreamedSecretTests {
    private let cassettes: Cassettes

    init() throws {
        cassettes = try Cassettes()
    }

    private let request = URLRequest(url: baseURL)

    /// Records a text, and returns what a replay delivers.
    private func replayed(
        _ text: String, _ contentType: String, hiding secrets: CassetteSecrets = CassetteSecrets()
    ) async throws -> String {
        let stub = StubTransport()
        stub.on(.any, answer: StubAnswer(body: .text(text, contentType: contentType)))
        _ = try await cassettes.record(stub, hiding: secrets) { await outcome(of: request, over: $0) }
        return await outcome(of: request, over: try ReplayTransport(cassettes.file))
    }

    @Test(
        "Hides a string after a secret name in a text that is not whole JSON",
        arguments: [
            ("data: {\"access_token\":\"s3cret\\\"-value\",\"te", "data: {\"access_token\":\"***\",\"te"),
            ("data: {\"n\":1,\"access_token\" : \"s3cret-val\\", "data: {\"n\":1,\"access_token\" : \"***"),
            (
                "data: {\ndata: \"access_token\": \"s3cret-value\"\ndata: }\n\n",
                "data: {\ndata: \"access_token\": \"***\"\ndata: }\n\n"
            ),
            (
                "data: {\"a\":\"b\u{2028}\u{85}c\",\"pin\":\"s3cret\"}\r\n",
                "data: {\"a\":\"b\u{2028}\u{85}c\",\"pin\":\"***\"}\r\n"
            ),
            ("data: {\"pin\":\n\"s3cret\"}\n", "data: {\"pin\":\n\"***\"}\n"),
            ("data: {\"pin\":\"s3\ndata: {\"n\":\"1", "data: {\"pin\":\"***\ndata: {\"n\":\"1"),
            ("<a>{\"pin\":\"s3cret\"}</a> {\"pin\":\"s3cret\"}.", "<a>{\"pin\":\"***\"}</a> {\"pin\":\"***\"}."),
            (#"data: {"raw":"{\"pin\":\"s3cret\",\"n\":1}","#, #"data: {"raw":"{\"pin\":\"***","#),
            (#"data: {"token":"{\"pin\":\"1\"}","te"#, #"data: {"token":"***","te"#),
            ("data: [{\"session\":{\"id\":\"s3cret\"}}]\n", "data: [{\"session\":{\"id\":\"***\"}}]\n"),
            ("{ \"n\" : 1 }", "{ \"n\" : 1 }"),
        ])
    func hidesStrings(text: String, shown: String) async throws {
        #expect(try await replayed(text, "text/event-stream") == "200 \(shown)")
    }

    @Test(
        "Keeps a body that is not JSON although its content type names JSON",
        arguments: [
            ("OK", "application/json", "OK"), (")]}'\n{\"id\":1}", "application/json", ")]}'\n{\"id\":1}"),
            ("<p>{a</p>", "text/html; profile=\"/x.json\"", "<p>{a</p>"),
            ("{a}", "text/css; profile=\"/x.json\"", "{a}"),
            ("\u{1E}{\"pin\":\"1\"}\n", "application/json-seq", "\u{1E}{\"pin\":\"***\"}\n"),
            ("f({\"pin\":\"1\"})", "application/json", "f({\"pin\":\"***\"})"),
            ("\u{FEFF} {\"pin\":\"1", "application/json", "\u{FEFF} {\"pin\":\"***"),
        ])
    func notJSON(text: String, contentType: String, shown: String) async throws {
        #expect(try await replayed(text, contentType) == "200 \(shown)")
    }

    @Test(
        "Matches a compressed body exactly, without recording it",
        arguments: [
            ("application/json", nil), ("application/x-www-form-urlencoded", "gzip"), ("text/plain", "gzip" as String?),
        ])
    func compressed(contentType: String, coding: String?) async throws {
        func request(_ byte: UInt8) throws -> URLRequest {
            var request = try post(.data(Data([0x1F, 0x8B, byte]), contentType: contentType))
            request.setValue(coding, forHTTPHeaderField: "Content-Encoding")
            return request
        }
        let stub = StubTransport()
        stub.on(.any, answer: .text("ok"))
        _ = try await cassettes.record(stub) { await outcome(of: try request(1), over: $0) }
        #expect(try cassettes.text.contains("***") && !cassettes.text.contains("base64"))
        let replay = try ReplayTransport(cassettes.file)
        #expect(await outcome(of: try request(2), over: replay).contains("is not in the cassette"))
        #expect(await outcome(of: try request(1), over: replay) == "200 ok")
    }

    @Test(
        "Hides the values of secret names in JSON Lines, and keeps the rest as it is",
        arguments: [
            ("{\"n\":1}\n{\"pin\":\"s3", "{\"n\":1}\n{\"pin\":\"***"),
            ("{\"n\":1}\r\n\r\n{ \"pin\":\"ü\"}\r\n", "{\"n\":1}\r\n\r\n{ \"pin\":\"***\"}\r\n"),
            ("{\"a\":\"b\u{2028}c\"}\n{\"n\":2}", "{\"a\":\"b\u{2028}c\"}\n{\"n\":2}"),
            ("{\"pins\":[\n\"s3cret\"\n", "{\"pins\":[\n\"s3cret\"\n"),
            ("{\"tokens\":[ \"s3cret\" ]}\n{", "{\"tokens\":[\"***\"]}\n{"),
            ("{\"session\":[\n\"s3cret\"\n{}\n", "{\"session\":***"),
            ("{\"tok\\u0065n\":\"s3cret\"}\n{", "{\"tok\\u0065n\":\"***\"}\n{"),
            ("{\"token\":-1.5e3,\"pin\":true}\n{", "{\"token\":0,\"pin\":true}\n{"),
            ("{\"a\":\"https:\\/\\/u:p@h\\/\"}\n{", "{\"a\":\"https://***@h/\"}\n{"),
        ])
    func jsonLines(text: String, shown: String) async throws {
        #expect(try await replayed(text, "application/x-ndjson") == "200 \(shown)")
    }

    @Test(
        "Hides a given value that JSON escapes",
        arguments: [
            #"tenant\/42"#, "tenant/42", #"tenant\u002F42"#, #"\/a\u00E9\n\"\\\ud83d\ude00"#, #"/aé\u000a\u0022\\😀"#,
        ])
    func hidesEscapedValues(escaped: String) async throws {
        let secrets = CassetteSecrets(values: ["tenant/42", "/aé\n\"\\😀"])
        func json(_ value: String) -> String { #"{"t":"\t \#(value) \\"}"# }
        let texts = [escaped, "***"].map { ("data: \(json($0))\n\n", "\(json($0))\n{}\n") }
        #expect(try await replayed(texts[0].0, "text/event-stream", hiding: secrets) == "200 \(texts[1].0)")
        #expect(try await replayed(texts[0].1, "application/x-ndjson", hiding: secrets) == "200 \(texts[1].1)")
        let nested = String(decoding: try JSONEncoder().encode([json(escaped)]), as: UTF8.self)
        let shown = try await replayed(nested, "application/json", hiding: secrets).dropFirst("200 ".count)
        #expect(try JSONDecoder().decode([String].self, from: Data(shown.utf8)) == [json("***")])
    }

    @Test(
        "Hides a given value beside backslashes",
        arguments: [
            (#"{"p":"x\\/srv\/tenant42"}"#, #"{"p":"x***"}"#), (#"u=DOMAIN\name%40x"#, "u=***"),
            (#"{"p":"x\\u002fsrv/tenant42"}"#, #"{"p":"x***"}"#),
            (#"{"p":"tenant\\"}"#, #"{"p":"***"}"#),
        ])
    func backslashes(text: String, shown: String) async throws {
        let secrets = CassetteSecrets(values: ["/srv/tenant42", #"DOMAIN\name@x"#, #"tenant\"#])
        #expect(try await replayed(text, "text/plain", hiding: secrets) == "200 \(shown)")
    }

    @Test("Hides the secrets of an event stream that ends within a character") func cutCharacter() async throws {
        let stub = StubTransport()
        let event = Data("data: {\"access_token\":\"s3cret-0123\",\"n\":\"é".utf8).dropLast()
        stub.on(.any, answer: StubAnswer(body: .data(event, contentType: "text/event-stream")))
        try await cassettes.record(stub) { _ = await outcome(of: request, over: $0) }
        let shown = Data("data: {\"access_token\":\"***\",\"n\":\"".utf8) + [0xC3]
        #expect(try cassettes.text.contains(shown.base64EncodedString()))
        #expect(try !cassettes.text.contains("s3cret-0123"))
    }

    private struct Feed: EndpointType, MethodProviderType, URLProviderType {
        var method: HTTPMethod { .get }
        var url: URL? { URL(string: "https://example.com/feed") }
    }

    @Test("Replays the elements that a caller read before it left a stream of JSON Lines")
    func partlyReadLines() async throws {
        struct Item: Decodable { var n: Int }
        func first(over transport: any EndpointTransport) async throws -> Int? {
            let items = Controller(transport: transport).elements(
                of: Feed().streamed(by: ElementParser<Item>.jsonLines))
            for try await item in items {
                return item.n
            }
            return nil
        }
        let stub = StubTransport()
        let chunks = ["{\"n\":1}\n{\"n\":", "2}\n"].map { Data($0.utf8) }
        stub.on(.any, answer: .chunks(chunks, contentType: "application/x-ndjson"))
        #expect(try await cassettes.record(stub) { try await first(over: $0) } == 1)
        #expect(try await first(over: ReplayTransport(cassettes.file)) == 1)
    }
}
