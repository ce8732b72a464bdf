import EndpointCache
import Foundation
import Measuring

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests that are answered from memory, with and without a cache.
enum Requests {
    static func measure(_ rounds: Rounds) async throws {
        for (name, fields) in [
            ("a request", [:]), ("a request of a user", ["Authorization": "Bearer 0123456789abcdef"]),
        ] {
            var request = URLRequest(url: URL(string: "https://api.example.com/users/867?page=1") ?? URL(filePath: "/"))
            request.allHTTPHeaderFields = fields.merging(["Accept": "application/json", "User-Agent": "App/1"]) { $1 }
            let memory = Memory()
            let cache = CachingTransport(memory)
            var ways = [way("memory", memory, request), way("a hit", cache, request)]
            request.httpMethod = "POST"
            ways += [way("memory, POST", memory, request), way("CachingTransport, POST", cache, request)]
            for series in try await rounds.time(name, calls: 2_000, ways) { try series.write() }
        }
    }

    private static func way(_ name: String, _ transport: any EndpointTransport, _ request: URLRequest) -> AsyncWay {
        AsyncWay(name) {
            let response = try await transport.send(request)
            for try await _ in response.body {}
        }
    }
}
