import EndpointController
import Foundation

struct Message: Decodable, Sendable {
    var text: String
}

struct ListMessages {
    var page: Int
}

extension ListMessages: APIEndpointType {
    var relativeURLString: String { "messages" }
    var queryItems: [URLQueryItem] { .items(["page": page]) }
}
