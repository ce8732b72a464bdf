import EndpointAsyncHTTPClient
import EndpointController
import Foundation
import Measuring

/// Loads of a small JSON object from a server in another process.
enum Loads {
    private typealias Controller = EndpointController<EndpointDefaultServerError>

    static func measure(_ rounds: Rounds) async throws {
        let server = try ServerProcess()
        defer { server.stop() }
        let url = server.url
        let plain = PlainSession(baseURL: url)
        let careful = CarefulSession(baseURL: url)
        let transport = TransportAlone(baseURL: url)
        let client = PlainClient(baseURL: url)
        let overSession = Controller(baseURL: url)
        let overClient = Controller(baseURL: url, transport: AsyncHTTPClientTransport.shared)
        for (inFlight, calls) in [(1, 200), (32, 640), (256, 1_024)] {
            let ways = [
                AsyncWay("URLSession by hand, plain", inFlight: inFlight) { _ = try await plain.user(867) },
                AsyncWay("URLSession by hand, careful", inFlight: inFlight) { _ = try await careful.user(867) },
                AsyncWay("URLSessionTransport by hand", inFlight: inFlight) { _ = try await transport.user(867) },
                AsyncWay("controller over URLSessionTransport", inFlight: inFlight) {
                    _ = try await overSession.load(GetUser(id: 867), as: User.self)
                },
                AsyncWay("async-http-client by hand", inFlight: inFlight) { _ = try await client.user(867) },
                AsyncWay("controller over AsyncHTTPClientTransport", inFlight: inFlight) {
                    _ = try await overClient.load(GetUser(id: 867), as: User.self)
                },
            ]
            let name = inFlight == 1 ? "loads, one after the other" : "loads, \(inFlight) in flight"
            for series in try await rounds.time(name, calls: calls, ways) { try series.write() }
        }
        try await client.stop()
    }
}
