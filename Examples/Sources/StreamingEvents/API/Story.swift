import EndpointController
import Foundation

/// A story that a server tells word by word.
struct Story: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType {
    var method: HTTPMethod { .get }
    var relativeURLString: String { "story" }
}

/// The answer to a question, with a piece in each event.
struct Answer: APIEndpointType {
    let question: String
    var method: HTTPMethod { .post }
    var relativeURLString: String { "answer" }
    var body: HTTPBody? { .text(question) }
}

extension Answer: ElementsProviderType {
    var elementParser: ElementParser<Piece> { .jsonEvents(until: "[DONE]") }
}

/// A piece of an answer.
struct Piece: Codable, Sendable {
    let text: String
}
