import EndpointController
import Foundation
import TestSupport
import Testing

@Suite("Endpoints with a secret path", .timeLimit(.minutes(1)))
struct SecretPathTests {
    @Test("Hides the path in an error")
    func error() async throws {
        let transport = Answering { answer(to: $0, 404, chunks: [#"{"reason": "No such hook"}"#]) }
        let api = Controller(baseURL: PostMessage.server, transport: transport)
        let error = await #expect(throws: LoadError.self) {
            try await api.load(AnyBaseURLEndpoint(PostMessage(text: "Hello")).parsed(by: .none))
        }
        let text = try #require(error).description
        // The text begins with the name of the status, which Foundation supplies.
        #expect(text.contains(" to POST https://hooks.example.com/***?channel: No such hook"))
        for secret in PostMessage.secrets { #expect(!text.contains(secret)) }
    }

    @Test("Hides the path of a redirect that is not followed")
    func redirect() async throws {
        let transport = Answering {
            answer(to: $0, 302, fields: ["Location": "ftp://hooks.example.com/services/T024/B1KZ/9hVq2xLw"])
        }
        let api = Controller(baseURL: PostMessage.server, transport: transport)
        let error = await #expect(throws: LoadError.self) {
            try await api.load(PostMessage(text: "Hello").parsed(by: .none))
        }
        #expect(error?.kind == .redirectNotFollowed)
        for secret in PostMessage.secrets { #expect(error?.description.contains(secret) == false) }
    }
}
