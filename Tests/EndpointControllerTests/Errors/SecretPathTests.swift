import EndpointController
import Foundation
import TestSupport
import Testing

/// An endpoint with the secret address of a web hook.
private struct PostMessage: APIEndpointType, RulesProviderType {
    var rules: EndpointRules { EndpointRules(hasSecretPath: true) }
    let text: String
    var method: HTTPMethod { .post }
    var relativeURLString: String { "services/T024/B1KZ/9hVq2xLw?channel=news" }
    var body: HTTPBody? { .text(text) }
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

    @Test("Hides the path in an error")
    func error() async throws {
        let api = controller(#"{"reason": "No such hook"}"#)
        let error = await #expect(throws: EndpointError<Reason>.self) {
            try await api.load(AnyBaseURLEndpoint(PostMessage(text: "Hello")).parsed(by: .none))
        }
        let text = try #require(error).description
        // The text begins with the name of the status, which Foundation supplies.
        #expect(text.contains(" to POST https://hooks.example.com/***?channel: No such hook"))
        for secret in ["T024", "B1KZ", "9hVq2xLw"] { #expect(!text.contains(secret)) }
    }

    @Test("Hides the path of a redirect that is not followed")
    func redirect() async throws {
        let transport = Answering {
            answer(to: $0, 302, fields: ["Location": "ftp://hooks.example.com/services/T024/B1KZ/9hVq2xLw"])
        }
        let api = EndpointController<Reason>(baseURL: hook, transport: transport)
        let error = await #expect(throws: EndpointError<Reason>.self) {
            try await api.load(PostMessage(text: "Hello").parsed(by: .none))
        }
        guard case .redirectNotFollowed = error else { throw try #require(error) }
        for secret in ["T024", "B1KZ", "9hVq2xLw"] { #expect(error?.description.contains(secret) == false) }
    }
}
