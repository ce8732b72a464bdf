import EndpointController
import Foundation
import TestSupport
import Testing

@Suite("Credentials are hidden in texts of errors and in descriptions of responses and endpoints")
struct HiddenSecretTests {
    private static let basic = Data("ada-lovelace:s3cret:word".utf8).base64EncodedString()

    @Test(
        "Hides the credentials of a header field where the server repeats them, but not their names",
        arguments: [
            ("Authorization", "Basic \(basic)", "The password s3cret:word of ada-lovelace", "The password *** of ***"),
            ("Proxy-Authorization", "basic \(basic)", "The password s3cret:word is wrong", "The password *** is wrong"),
            ("Authorization", "Basic YWRh=", "Not base64: YWRh=, or YWRh", "Not base64: ***=, or ***"),
            ("Authorization", "Basic czNjcmV0LWtleQ==", "No key s3cret-key", "No key ***"),
            ("Authorization", "Bearer s3cret", "The Bearer token s3cret is wrong", "The Bearer token *** is wrong"),
            ("Cookie", "id=7; user=ada-l; session=ada-l-1815", "7: no session ada-l-1815", "7: no session ***"),
            ("X-API-Key", "12 34 56", "No key 12 34 56", "No key ***"),
            ("Cookie", "session=abcd,efgh=ijkl", "No session abcd,efgh", "No session ***,***"),
            (
                "Authorization", #"Digest username="ada-lovelace", realm="staff only", qop=auth"#,
                "No username ada-lovelace in the realm staff", "No username *** in the realm ***"
            ),
            ("Authorization", "basic  \(basic)", "The password s3cret:word is wrong", "The password *** is wrong"),
            (
                "Authorization", "Bearer QUJDREVGRw==--9f8e7d6c", "The token QUJDREVGRw==--9f8e7d6c is invalid",
                "The token ***==*** is invalid"
            ),
            (
                "Cookie", "session=abc123; theme=dark=mode",
                "Your session abc123 has expired. Choose a theme that is not dark.",
                "Your session *** has expired. Choose a theme that is not ***."
            ),
        ])
    func repeatedCredentials(field: String, value: String, reason: String, shown: String) async throws {
        let transport = Answering { answer(to: $0, 401, chunks: [#"{"reason": "\#(reason)"}"#]) }
        let api = CallController(baseURL: URL(string: "https://example.com/"), transport: transport)
        let error = await #expect(throws: CallError.self) {
            try await api.load(RESTEndpoint(.get, path: "me", headerFields: [field: value]).parsed(by: .none))
        }
        #expect(error?.description.hasSuffix(": \(shown)") == true, "\(String(describing: error))")
    }

    @Test(
        "Hides a credential of the query that the server repeats, percent-encoded or not", arguments: ["b/7", "b%2F7"])
    func queryCredential(repeated: String) async throws {
        let transport = Answering { answer(to: $0, 401, chunks: [#"{"reason": "No key s3cret-\#(repeated)"}"#]) }
        let api = CallController(baseURL: URL(string: "https://example.com/"), transport: transport)
        let error = await #expect(throws: CallError.self) {
            try await api.load(RESTEndpoint(path: "me?access_token=s3cret-b%2F7").parsed(by: .none))
        }
        #expect(error?.description.hasSuffix(": No key ***") == true, "\(String(describing: error))")
    }

    private struct Quoting: LocalizedError {
        var errorDescription: String? { "The token s3cret is\u{1B} wrong at https://example.com/?key=4242" }
    }

    @Test("Hides credentials and makes control characters visible in the lines of DebugPrinter")
    func printedLines() async throws {
        let transport = Answering { request in
            if request.httpMethod == "POST" { throw EndpointTransportError.unreachable(Quoting()) }
            return answer(to: request, fields: ["X-\u{1B}": "a\u{1B}[31m"])
        }
        let lines = Collected<String>()
        let api = CallController(
            baseURL: URL(string: "https://example.com/"), transport: transport,
            middleware: [DebugPrinter { lines.append($0) }])
        try await api.load(RESTEndpoint(path: "me").parsed(by: .none))
        #expect(lines.all.last?.hasSuffix(#"X-\u{1B}: a\u{1B}[31m"#) == true)
        let endpoint = RESTEndpoint(.post, path: "me", headerFields: ["Authorization": "Bearer s3cret"])
        await #expect(throws: CallError.self) { try await api.load(endpoint.parsed(by: .none)) }
        #expect(lines.all.last?.hasSuffix(#"The token *** is\u{1B} wrong at https://example.com/?key=***"#) == true)
    }

    @Test("Hides credentials that a content type, a validator or a parser repeats")
    func repeatedElsewhere() async throws {
        let transport = Answering { answer(to: $0, fields: ["Content-Type": "text/s3cret"], chunks: ["x"]) }
        let endpoint = RESTEndpoint(.get, path: "me", headerFields: ["Authorization": "Bearer s3cret"])
        let rules = [
            EndpointRules(acceptedContentTypes: ["image/png"]), EndpointRules { _ in throw Quoting() }, EndpointRules(),
        ]
        for rules in rules {
            let api = CallController(baseURL: URL(string: "https://example.com/"), transport: transport, rules: rules)
            let error = await #expect(throws: CallError.self) {
                try await api.load(endpoint.parsed(by: PayloadParser<Int> { _ in throw Quoting() }))
            }
            #expect(error?.description.contains("***") == true)
            #expect(error?.description.contains("s3cret") == false)
        }
    }

    @Test("Describes an endpoint without its credentials")
    func endpoint() {
        let endpoint = RESTEndpoint(
            .put, path: "logs/7?key=s3cret#s3cret", queryItems: .items(["token": "s3cret"]),
            headerFields: ["Authorization": "Bearer s3cret"], body: .text("s3cret"))
        for value in [endpoint, AnyBaseURLEndpoint(endpoint)] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] { #expect(!text.contains("s3cret"), "\(text)") }
        }
        #expect("\(endpoint)" == "RESTEndpoint(PUT logs/7?key)")
    }

    @Test("Describes a streamed response and its head without credentials")
    func streamedResponse() async throws {
        let transport = Answering { answer(to: $0, fields: ["Set-Cookie": "id=s3cret", "Content-Type": "text/plain"]) }
        let api = CallController(baseURL: URL(string: "https://example.com/"), transport: transport)
        let fields = ["Authorization": "Bearer s3cret"]
        let response = try await api.stream(RESTEndpoint(.get, path: "logs?key=s3cret", headerFields: fields))
        for value in [response, response.head] as [any Sendable] {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] { #expect(!text.contains("s3cret"), "\(text)") }
        }
        #expect("\(response)" == "200, a body that is read as it arrives")
        #expect("\(response.head)" == "200, 2 header fields")
    }
}
