// Parts with a wrong type, or with the name that another library gives to them. In an extension that declares the conformance, the compiler warns of them.
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
    var body: [Int] { [] }  // expect: nearly matches
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

struct Search {
    // A property of the endpoint itself may have such a name.
    var query: String
    var path = "search"
}

nonisolated extension Search: BaseURLEndpointType, MethodProviderType, PayloadProviderType {
    typealias Payload = [String]
    var method: Endpoint.HTTPMethod { .get }
    var httpMethod: Endpoint.HTTPMethod { .get }  // expect: 'httpMethod' nearly matches
    var headers: [String: String] { [:] }  // expect: 'headers' nearly matches
    var queryParameters: [String: String] { ["q": query] }  // expect: 'queryParameters' nearly matches
    var parameters: [String: Any] { ["q": query] }  // expect: 'parameters' nearly matches
    var params: [String: Any] { ["q": query] }  // expect: 'params' nearly matches
    var httpBody: Data? { nil }  // expect: 'httpBody' nearly matches
    func body() -> HTTPBody { .text(query) }  // expect: 'body()' nearly matches
    var rules: EndpointRules { EndpointRules() }  // expect: 'rules' nearly matches
}

struct ListPosts {}

nonisolated extension ListPosts: BaseURLEndpointType, MethodProviderType {
    var method: Endpoint.HTTPMethod { .get }
    var path: String { "posts" }  // expect: 'path' nearly matches
    var query: [String: String] { [:] }  // expect: 'query' nearly matches
}
