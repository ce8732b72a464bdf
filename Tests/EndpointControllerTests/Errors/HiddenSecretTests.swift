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
            try await api.load(RESTEndpoint(.get, path: "me", headerFields: [field: value]), parser: .none)
        }
        #expect(error?.description.hasSuffix(": \(shown)") == true, "\(String(describing: error))")
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
