// modes: 5-main-actor, 6-main-actor
// Without `nonisolated`, a payload belongs to the main actor, and nothing else can parse it.
import EndpointController
import Foundation

struct User: Decodable, Sendable {
    var id: Int
}

struct GetUser {}

nonisolated extension GetUser: APIEndpointType, PayloadProviderType {  // expect: write nonisolated before the payload
    typealias Payload = User
    var relativeURLString: String { "me" }
}

func loadUser(
    _ endpoint: some BaseURLEndpointType,
    _ api: EndpointController<EndpointDefaultServerError>
) async throws -> User {
    let getUser = endpoint.parsed(as: User.self)  // expect: main actor-isolated conformance of 'User' to 'Decodable'
    return try await api.load(getUser)
}
