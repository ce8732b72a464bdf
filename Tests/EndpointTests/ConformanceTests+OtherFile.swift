import Endpoint
import Foundation

extension InExtension: RelativeURLStringProviderType {
    var relativeURLString: String { "extension" }
}

extension InExtension: QueryItemsProviderType {
    var queryItems: [URLQueryItem] { [URLQueryItem(name: "from", value: "extension")] }
}

extension InExtension: HeaderFieldsProviderType {
    var headerFields: [String: String] { ["From": "extension"] }
}

extension InExtension: BodyProviderType {
    var body: HTTPBody? { .text("extension") }
}

extension APIInExtension: APIEndpointType {
    var method: HTTPMethod { .post }
    var relativeURLString: String { "extension" }
    var queryItems: [URLQueryItem] { [URLQueryItem(name: "from", value: "extension")] }
    var headerFields: [String: String] { ["From": "extension"] }
    var body: HTTPBody? { .text("extension") }
}
