package import EndpointController
package import Foundation

/// A web hook: an endpoint whose path is a secret.
package struct PostMessage: Sendable {
    /// The server of the web hook.
    package static let server = url("https://hooks.example.com/")
    /// The parts of the path, which no text may show.
    package static let secrets = ["T024", "B1KZ", "9hVq2xLw"]

    private let text: String

    package init(text: String) {
        self.text = text
    }
}

extension PostMessage: APIEndpointType, RulesProviderType {
    package var rules: EndpointRules { EndpointRules(hasSecretPath: true) }
    package var method: HTTPMethod { .post }
    package var relativeURLString: String { "services/T024/B1KZ/9hVq2xLw?channel=news" }
    package var body: HTTPBody? { .text(text) }
}
