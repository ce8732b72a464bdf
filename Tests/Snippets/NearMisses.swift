// Parts with a wrong type. In an extension that declares the conformance, the compiler warns of them.
import EndpointController
import Foundation

enum HTTPMethod { case get, post }

struct CreateUser {
    var name: String
}

nonisolated extension CreateUser: APIEndpointType {
    var relativeURLString: String { "users" }
    var method: HTTPMethod { .post }  // expect: nearly matches
    var queryItems: [URLQueryItem]? { nil }  // expect: nearly matches
    var body: Data { Data() }  // expect: nearly matches
}

struct DeleteUser {
    // A body of this type is sent, although the requirement is optional.
    let body = HTTPBody.json(["reason": "spam"])
}

nonisolated extension DeleteUser: APIEndpointType {
    var relativeURLString: String { "users/7" }
    var method: String { "DELETE" }  // expect: nearly matches
    var headerFields: [String: Any] { [:] }  // expect: nearly matches
}

struct ListUsers {}

nonisolated extension ListUsers: APIEndpointType, PayloadProviderType, RulesProviderType {
    typealias Payload = [String]
    static let method = Endpoint.HTTPMethod.post  // expect: nearly matches
    var relativeURLString: String { "users" }
    var queryItems: [String: String] { ["page": "2"] }  // expect: nearly matches
    var body: HTTPBody { .json(["page": 2]) }
    var parser: PayloadParser<[String: any Sendable]> { .dictionary }  // expect: nearly matches
    var rules: EndpointRules { EndpointRules() }
}
