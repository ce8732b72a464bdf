import EndpointAsyncHTTPClient
import EndpointController
import Foundation
import Measuring

/// Loads of a small JSON object from a server in another process, and POSTs of one.
enum Loads {
    private typealias Controller = EndpointController<EndpointDefaultServerError>
    private static let token = "2YotnFZFEjr1zCsicMWpAA"
    private typealias Call = @Sendable () async throws -> Void

    /// Measures loads over the transport of the system and by hand over `URLSession`, as in a program that uses no other
    /// client.
    static func measureSession(_ rounds: Rounds) async throws {
        let server = try ServerProcess()
        defer { server.stop() }
        try await measure(rounds, "loads", [(1, 200), (32, 640), (256, 1_024)], overSession(server.url))
        try await measure(rounds, "POSTs of JSON", [(1, 200), (32, 640)], postsOverSession(server.url))
    }

    /// Measures loads over async-http-client, as in a program that uses no other client.
    static func measureClient(_ rounds: Rounds) async throws {
        let server = try ServerProcess()
        defer { server.stop() }
        let client = PlainClient(baseURL: server.url)
        try await measure(rounds, "loads", [(1, 200), (32, 640), (256, 1_024)], overClient(client, server.url))
        try await client.stop()
    }

    private static func measure(
        _ rounds: Rounds,
        _ subject: String,
        _ counts: [(inFlight: Int, calls: Int)],
        _ ways: KeyValuePairs<String, Call>
    ) async throws {
        for (inFlight, calls) in counts {
            let name = inFlight == 1 ? "\(subject), one after the other" : "\(subject), \(inFlight) in flight"
            let ways = ways.map { AsyncWay($0, inFlight: inFlight, call: $1) }
            for series in try await rounds.time(name, calls: calls, ways) { try series.write() }
        }
    }

    private static func overSession(_ url: URL) -> KeyValuePairs<String, Call> {
        let plain = PlainSession(baseURL: url)
        let careful = CarefulSession(baseURL: url)
        let transport = TransportAlone(baseURL: url)
        let controller = Controller(baseURL: url)
        let withToken = Controller(baseURL: url, middleware: [BearerToken(Self.token)])
        return [
            "URLSession by hand, plain": { _ = try await plain.user(867) },
            "URLSession by hand, careful": { _ = try await careful.user(867) },
            "URLSession by hand, careful, with a token": { _ = try await careful.user(867, token: token) },
            "SystemTransport by hand": { _ = try await transport.user(867) },
            "controller over SystemTransport": {
                _ = try await controller.load(GetUser(id: 867).parsed(as: User.self))
            },
            "controller over SystemTransport, with a token": {
                _ = try await withToken.load(GetUser(id: 867).parsed(as: User.self))
            },
        ]
    }

    private static func postsOverSession(_ url: URL) -> KeyValuePairs<String, Call> {
        let plain = PlainSession(baseURL: url)
        let controller = Controller(baseURL: url)
        let user = User(id: 867, name: "Ada Lovelace", team: "R&D")
        return [
            "URLSession by hand, plain": { _ = try await plain.add(user) },
            // On Linux, a new session is the only way to a new connection.
            "URLSession by hand, plain, a new session each time": {
                let session = PlainSession(baseURL: url)
                defer { session.stop() }
                _ = try await session.add(user)
            },
            "controller over SystemTransport": {
                _ = try await controller.load(AddUser(user: user).parsed(as: User.self))
            },
        ]
    }

    private static func overClient(_ client: PlainClient, _ url: URL) -> KeyValuePairs<String, Call> {
        let transport = AsyncHTTPClientTransport.shared
        let controller = Controller(baseURL: url, transport: transport)
        let withToken = Controller(baseURL: url, transport: transport, middleware: [BearerToken(Self.token)])
        return [
            "async-http-client by hand": { _ = try await client.user(867) },
            "async-http-client by hand, with a token": { _ = try await client.user(867, token: token) },
            "controller over AsyncHTTPClientTransport": {
                _ = try await controller.load(GetUser(id: 867).parsed(as: User.self))
            },
            "controller over AsyncHTTPClientTransport, with a token": {
                _ = try await withToken.load(GetUser(id: 867).parsed(as: User.self))
            },
        ]
    }
}
