// modes: 6-main-actor
// Without `nonisolated`, a payload and what an endpoint sends belong to the main actor, and nothing else can use them.
import EndpointController
import Foundation

struct User: Decodable, Sendable {
    var id: Int
}

struct GetUser { var id: Int }

extension GetUser: BaseURLEndpointType {  // expect: crosses into main actor-isolated code
    func request(baseURL: URL) throws -> URLRequest { URLRequest(url: baseURL) }
}

func loadUser(
    _ endpoint: some BaseURLEndpointType,
    _ api: EndpointController<EndpointDefaultServerError>
) async throws -> User {
    let getUser = endpoint.parsed(as: User.self)  // expect: main actor-isolated conformance of 'User' to 'Decodable'
    return try await api.load(getUser)
}
