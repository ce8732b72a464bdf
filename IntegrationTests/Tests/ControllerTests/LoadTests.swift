import EndpointController
import Foundation
import ScriptedServer
import Testing

struct User: Codable, Equatable, Sendable {
    var name: String
}

struct GetUser: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType, PayloadProviderType {
    typealias Payload = User
    var id: Int
    var method: HTTPMethod { .get }
    var relativeURLString: String { "users/\(segment: id)" }
}

@Suite struct LoadTests {
    @Test func anEndpointBecomesItsPayload() async throws {
        let server = try ScriptedServer { _, connection in
            connection.respond("200 OK", ["Content-Type: application/json"], body: #"{"name":"Ada"}"#)
        }
        defer { server.stop() }
        let controller = EndpointController<EndpointDefaultServerError>(baseURL: server.url())
        let user = try await controller.load(GetUser(id: 7))
        #expect(user == User(name: "Ada"))
        #expect(server.requests.map(\.target) == ["/users/7"])
    }

    @Test func anErrorBodyIsDecoded() async throws {
        let server = try ScriptedServer { _, connection in
            connection.respond("404 Not Found", ["Content-Type: application/json"], body: #"{"reason":"gone"}"#)
        }
        defer { server.stop() }
        let controller = EndpointController<EndpointDefaultServerError>(baseURL: server.url())
        do {
            _ = try await controller.load(GetUser(id: 7))
            Issue.record("no error")
        } catch .unacceptableStatus(let response, let error) {
            #expect(response.statusCode == 404)
            #expect(error?.reason == "gone")
        }
    }
}
