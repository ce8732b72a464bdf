import EndpointController
import Foundation
import EndpointTesting

/// Measures what the controller adds to loads over a transport: the same loads by hand, in turn with it.
@main
enum Loading {
    static func main() async throws {
        if CommandLine.arguments.dropFirst().first == "serve" { return try Server.serve() }
        let server = try Server()
        defer { server.stop() }
        let url = server.url
        let controller = EndpointController<EndpointDefaultServerError>(baseURL: url)
        for inFlight in [1, 32] {
            let line = try await Comparison(inFlight: inFlight).run(
                byHand: { try await loadByHand(from: url) },
                controller: { try await controller.load(GetUser(id: 867)) }
            )
            print(line)
        }
    }

    struct StatusError: Error {}

    private static let decoder = JSONDecoder.endpoint()

    /// What somebody would write who has the transport and no controller.
    private static func loadByHand(from baseURL: URL) async throws -> User {
        let request = try GetUser(id: 867).request(baseURL: baseURL)
        let response = try await URLSessionTransport.shared.send(request)
        var body = Data()
        for try await chunk in response.body { body.append(chunk) }
        guard (200..<300).contains(response.head.statusCode) else { throw StatusError() }
        return try decoder.decode(User.self, from: body)
    }
}

struct User: Codable, Equatable, Sendable {
    var id: Int
    var name: String
    var team: String
}

struct GetUser: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType, PayloadProviderType {
    typealias Payload = User
    var id: Int
    var method: HTTPMethod { .get }
    var relativeURLString: String { "users/\(segment: id)" }
}
