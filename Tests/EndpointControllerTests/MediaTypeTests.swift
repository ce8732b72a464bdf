import EndpointController
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct MediaTypeTests {
    @Test(
        "Accepts a content type by its essence, and refuses one with a space within (RFC 9110, section 8.3.1)",
        arguments: [
            ("text/html", "text/html", true), ("Text/HTML ;charset=utf-8", "text/html", true),
            ("text /html", "text/html", false), ("text /html", "text/*", false),
            ("application/problem+json", "application/*+json", true),
            ("application/vnd.api+json;v=1", "APPLICATION/*+JSON", true),
            ("application/json", "application/*+json", false), ("text/x+json", "application/*+json", false),
            ("application/a+xml", "application/*+json", false), ("application/a+xml", "application/*", true),
            ("application/json, application/json", "application/json", true),
            ("text/html, application/json; a=\", \"", "application/json", true),
            ("application/json, text/html", "application/json", false),
            ("application/json, x, */*", "application/json", true), ("x, y", "text/html", false),
        ])
    func accepted(_ contentType: String, _ pattern: String, isAccepted: Bool) async throws {
        let transport = Answering { answer(to: $0, fields: ["Content-Type": contentType], chunks: ["x"]) }
        let api = Controller(
            baseURL: baseURL, transport: transport, rules: EndpointRules(acceptedContentTypes: [pattern]))
        let result = await Task { try await api.load(RESTEndpoint<Data>(path: "a")) }.result
        switch result {
        case .success: #expect(isAccepted)
        case .failure(let error as LoadError): #expect(!isAccepted && error.kind == .unacceptableContentType)
        case .failure(let error): throw error
        }
    }

    @Test(
        "Takes the charset from the last of several content types, or from one before it of the same type",
        arguments: [
            ["text/plain", "text/plain;charset=latin1"], ["text/plain;charset=latin1", "Text/Plain"],
            ["text/html", "text/plain;charset=latin1", "text/plain;a=b"],
        ])
    func severalLines(types: [String]) async throws {
        let transport = Answering { request in
            var response = answer(to: request, chunks: ["\u{00E9}"])
            response.head = EndpointResponseHead(
                url: request.url, statusCode: 200,
                fieldLines: types.map { ("Content-Type", $0) })
            return response
        }
        let api = Controller(baseURL: baseURL, transport: transport)
        let (text, response) = try await api.loadWithResponse(RESTEndpoint<String>(path: "a"))
        #expect(text == "\u{00C3}\u{00A9}")
        #expect(response.contentType == "text/plain;charset=latin1")
    }
}
