import EndpointAsyncHTTPClient
import Foundation
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
if CommandLine.arguments.dropFirst().first == "serve" { try Server.serve(); exit(0) }
let url = URL(string: CommandLine.arguments[4])!
let byHand = try ByHand(baseURL: url)
let client = EndpointController<EndpointDefaultServerError>(baseURL: url, transport: AsyncHTTPClientTransport.shared)
nonisolated(unsafe) let what = CommandLine.arguments[1]
let inFlight = Int(CommandLine.arguments[2])!, n = Int(CommandLine.arguments[3])!
let load: @Sendable () async throws -> User =
    switch what {
    case "hand": byHand.loadWithClient
    default: { try await client.load(GetUser(id: 867)) }
    }
let done = DispatchSemaphore(value: 0)
Task.detached {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<inFlight { group.addTask { for _ in 0..<n / inFlight { _ = try await load() } } }
        try await group.waitForAll()
    }
    done.signal()
}
done.wait()
