import EndpointAsyncHTTPClient
import EndpointController
import Foundation
import Measuring

/// The processor time of requests to a server that answers after 0.2 s.
///
/// On Linux, `URLSession` keeps a processor busy while the first request on a connection waits.
enum Waiting {
    private static let calls = 25

    static func measure() async throws {
        let server = try ServerProcess()
        defer { server.stop() }
        let session = EndpointController(baseURL: server.url)
        let client = EndpointController(baseURL: server.url, transport: AsyncHTTPClientTransport.shared)
        let byHand = URLSession(configuration: .withoutMemory)
        for method in [HTTPMethod.get, .put, .post] {
            let endpoint = RESTEndpoint<Data>(method, path: "slow", body: method == .get ? nil : .text("four"))
            let request = try endpoint.request(baseURL: server.url)
            try await report("\(method), URLSession by hand") { _ = try await byHand.data(for: request) }
            try await report("\(method), SystemTransport") { _ = try await session.load(endpoint) }
            try await report("\(method), AsyncHTTPClientTransport") { _ = try await client.load(endpoint) }
        }
    }

    private static func report(_ name: String, _ call: () async throws -> Void) async throws {
        try await call()
        let start = clock()
        for _ in 0..<calls { try await call() }
        let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
        print("\(name): \(String(format: "%.2f", seconds)) s of processor time for \(calls) requests")
    }
}
