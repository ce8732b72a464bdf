import Endpoint

struct User: Codable, Sendable {
    var id: Int
    var name: String
    var team: String
}

struct GetUser {
    var id: Int
}

extension GetUser: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType {
    var method: HTTPMethod { .get }
    var relativeURLString: String { "users/\(segment: id)" }
}

struct AddUser {
    var user: User
}

extension AddUser: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType, BodyProviderType {
    var method: HTTPMethod { .post }
    var relativeURLString: String { "users" }
    var body: HTTPBody? { .jsonEncoded(user) }
}
