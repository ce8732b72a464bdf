// An endpoint and its payload. In a module whose code belongs to the main actor by default, a payload needs
// `nonisolated`, and so does the extension that declares what an endpoint sends.
import EndpointController
import Foundation

nonisolated struct User: Decodable, Sendable {
    var id: Int
    var name: String
}

struct GetUser {
    var id: Int
}

nonisolated extension GetUser: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType,
    PayloadProviderType
{
    typealias Payload = User
    var method: HTTPMethod { .get }
    var relativeURLString: String { "users/\(id)" }
}

func loadUser(_ api: EndpointController<EndpointDefaultServerError>) async throws -> User {
    try await api.load(GetUser(id: 867))
}
