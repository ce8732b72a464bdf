// An endpoint and its payload. In a module whose code belongs to the main actor by default, a payload needs
// `nonisolated`.
import EndpointController
import Foundation

nonisolated struct User: Decodable, Sendable {
    var id: Int
    var name: String
}

struct GetUser: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType, PayloadProviderType {
    typealias Payload = User
    var id: Int
    var method: HTTPMethod { .get }
    var relativeURLString: String { "users/\(id)" }
}

func loadUser(_ api: EndpointController<EndpointDefaultServerError>) async throws -> User {
    try await api.load(GetUser(id: 867))
}
