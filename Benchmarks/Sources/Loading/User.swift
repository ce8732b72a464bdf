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
