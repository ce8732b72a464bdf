import Endpoint

struct User: Codable, Sendable {
    var id: Int
    var name: String
    var team: String
}

struct GetUser: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType {
    var id: Int
    var method: HTTPMethod { .get }
    var relativeURLString: String { "users/\(segment: id)" }
}

struct AddUser: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType, BodyProviderType {
    var user: User
    var method: HTTPMethod { .post }
    var relativeURLString: String { "users" }
    var body: HTTPBody? { .json(user) }
}
