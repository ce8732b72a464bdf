import EndpointController
import EndpointStreaming
import Foundation
import TestSupport
import Testing

@Suite(
    "Credentials are hidden in texts of errors and in descriptions of responses and endpoints",
    .timeLimit(.minutes(1)))
struct HiddenSecretTests {
    @Test("Quotes the reason as the server wrote it, on one line, even where it repeats words of a field")
    func reason() async throws {
        let reason = #"SignatureDoesNotMatch, The X-Amz-Date header was not in Credential\nStack trace: a\nb"#
        let transport = Answering { answer(to: $0, 403, chunks: [#"{"reason": "\#(reason)"}"#]) }
        let api = Controller(baseURL: baseURL, transport: transport)
        let field = "AWS4-HMAC-SHA256 Credential=AKID/20261128/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-date"
        let error = await #expect(throws: LoadError.self) {
            try await api.load(RESTEndpoint(.get, path: "me", headerFields: ["Authorization": field]).parsed(by: .none))
        }
        let shown = ": SignatureDoesNotMatch, The X-Amz-Date header was not in Credential Stack trace: a b"
        #expect(error?.description.hasSuffix(shown) == true, "\(String(describing: error))")
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
        let api = Controller(baseURL: URL(string: "https://example.com/"), transport: transport)
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
