import EndpointStreaming
import Foundation

/// A story that a server tells word by word.
struct Story {}

extension Story: APIEndpointType {
    var relativeURLString: String { "story" }
}

/// The answer to a question, with a piece in each event.
struct Answer {
    let question: String
}

extension Answer: APIEndpointType, ElementsProviderType {
    var method: HTTPMethod { .post }
    var relativeURLString: String { "answer" }
    var body: HTTPBody { .text(question) }
    var elementParser: ElementParser<Piece> { .jsonEvents(until: "[DONE]") }
}

/// A piece of an answer.
struct Piece: Codable, Sendable {
    let text: String
}
