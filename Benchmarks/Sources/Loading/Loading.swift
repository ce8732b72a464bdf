import EndpointAsyncHTTPClient
import Foundation

/// Measures what the controller adds to loads over each transport: the same loads by hand, in turn with it.
@main
enum Loading {
    static func main() async throws {
        if CommandLine.arguments.dropFirst().first == "serve" { return try Server.serve() }
        let server = try Server()
        defer { server.stop() }
        let url = server.url
        let session = EndpointController<EndpointDefaultServerError>(baseURL: url)
        let client = EndpointController<EndpointDefaultServerError>(
            baseURL: url, transport: AsyncHTTPClientTransport.shared)
        let byHand = try ByHand(baseURL: url)
        for inFlight in [1, 32] {
            let comparison = Comparison(inFlight: inFlight)
            let throughSession: Comparison.Load = { try await session.load(GetUser(id: 867)) }
            let throughClient: Comparison.Load = { try await client.load(GetUser(id: 867)) }
            print(
                try await comparison.run(
                    "controller", throughSession, "URLSessionTransport by hand", byHand.loadWithTransport))
            print(
                try await comparison.run(
                    "controller", throughClient, "async-http-client by hand", byHand.loadWithClient))
            print(
                try await comparison.run(
                    "URLSessionTransport", throughSession, "AsyncHTTPClientTransport", throughClient))
        }
        try await byHand.stop()
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
