import EndpointController
import EndpointTesting
import Foundation
import TestSupport
import Testing

/// An endpoint with the secret address of a web hook.
private struct PostMessage: APIEndpointType, SecretPathProviderType {
    let text: String
    var method: HTTPMethod { .post }
    var relativeURLString: String { "services/T024/B1KZ/9hVq2xLw?channel=news" }
    var body: HTTPBody? { .text(text) }
    var hasSecretPath: Bool { true }
}

@Suite("Endpoints with a secret path")
struct SecretPathTests {
    private let hook = URL(string: "https://hooks.example.com/")

    private func controller(_ json: String, _ middleware: [any EndpointMiddleware] = []) -> EndpointController<Reason> {
        let transport = Answering { answer(to: $0, 404, chunks: [json]) }
        return EndpointController(baseURL: hook, transport: transport, middleware: middleware)
    }

    private struct Reason: EndpointServerError {
        var reason: String?
    }

    @Test("Hides the path in an error, even where the server repeats it")
    func error() async throws {
        let api = controller(#"{"reason": "No hook 9hVq2xLw at /services/T024/B1KZ/9hVq2xLw"}"#)
        let error = await #expect(throws: EndpointError<Reason>.self) {
            try await api.load(AnyBaseURLEndpoint(PostMessage(text: "Hello")).parsed(by: .none))
        }
        let text = try #require(error).description
        // The text begins with the name of the status, which Foundation supplies.
        #expect(text.contains(" to POST https://hooks.example.com/***?channel: No hook *** at"))
        for secret in ["T024", "B1KZ", "9hVq2xLw"] { #expect(!text.contains(secret)) }
    }

    @Test("Hides a segment that the server repeats, percent-encoded or not", arguments: ["b1 z9hVq2", "b1%20z9hVq2"])
    func encodedSegment(repeated: String) async throws {
        let api = controller(#"{"reason": "No bot \#(repeated)"}"#)
        let bot = RESTEndpoint<Data>(.post, pathComponents: ["bots", "b1 z9hVq2"])
        let error = await #expect(throws: EndpointError<Reason>.self) {
            try await api.load(Secret(base: bot).parsed(by: .none))
        }
        #expect(error?.description.contains("No bot ***") == true)
    }

    @Test("Hides the path of a redirect that is not followed")
    func redirect() async throws {
        let transport = Answering {
            answer(to: $0, 302, fields: ["Location": "ftp://hooks.example.com/services/T024/B1KZ/9hVq2xLw"])
        }
        let printed = Collected<String>()
        let api = EndpointController<Reason>(
            baseURL: hook, transport: transport, middleware: [DebugPrinter { printed.append($0) }])
        let error = await #expect(throws: EndpointError<Reason>.self) {
            try await api.load(PostMessage(text: "Hello").parsed(by: .none))
        }
        guard case .redirectNotFollowed = error else { throw try #require(error) }
        #expect(printed.all.count == 2)
        for secret in ["T024", "B1KZ", "9hVq2xLw"] {
            #expect(error?.description.contains(secret) == false)
            #expect(!printed.all.joined().contains(secret))
        }
    }

    @Test("Hides the path that a response repeats in the lines of DebugPrinter")
    func printedResponse() async throws {
        let next = "https://hooks.example.com/services/T024/B1KZ/9hVq2xLw?page=2"
        let transport = Answering {
            answer(
                to: $0, fields: ["Link": "<\(next)>; rel=next", "Location": "/services/T024/B1KZ/9hVq2xLw"],
                chunks: [#"{"reason":"9hVq2xLw is bad"}"#])
        }
        let lines = Collected<String>()
        let api = EndpointController<Reason>(
            baseURL: hook, transport: transport, middleware: [DebugPrinter { lines.append($0) }])
        try await api.load(PostMessage(text: "Hello").parsed(by: .none))
        let text = lines.all.joined(separator: "\n")
        #expect(text.contains("\nLocation: ") && text.contains("rel=next") && text.contains("*** is bad"))
        for secret in ["T024", "B1KZ", "9hVq2xLw"] { #expect(!text.contains(secret)) }
    }

    /// A wrapper that marks the path of an endpoint as secret.
    private struct Secret<Base: BaseURLEndpointType>: EndpointWrapper, BaseURLEndpointType, SecretPathProviderType {
        let base: Base
        var hasSecretPath: Bool { true }
    }

    @Test("Hides the path of an endpoint or a wrapper in the lines of DebugPrinter")
    func debugPrinter() async throws {
        let lines = Collected<String>()
        let api = controller("{}", [DebugPrinter { lines.append($0) }])
        await #expect(throws: EndpointError<Reason>.self) {
            try await api.load(PostMessage(text: "Hello").parsed(by: .none))
        }
        let plain = RESTEndpoint<Data>(.post, path: "services/T024/B1KZ/9hVq2xLw?channel=news")
        await #expect(throws: EndpointError<Reason>.self) {
            try await api.load(Secret(base: plain).parsed(by: .none))
        }
        let text = lines.all.joined()
        #expect(text.contains("https://hooks.example.com/***?channel=news"))
        #expect(!text.contains("9hVq2xLw"))
    }
}
