import EndpointAsyncHTTPClient
import Foundation
enum Profile {
    static func run(_ what: String, _ inFlight: Int, _ n: Int) async throws {
        let server = try Server()
        defer { server.stop() }
        let byHand = try ByHand(baseURL: server.url)
        let client = EndpointController<EndpointDefaultServerError>(
            baseURL: server.url, transport: AsyncHTTPClientTransport.shared)
        let load: Comparison.Load =
            switch what {
            case "hand": byHand.loadWithClient
            default: { try await client.load(GetUser(id: 867)) }
            }
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<inFlight { group.addTask { for _ in 0..<n / inFlight { _ = try await load() } } }
            try await group.waitForAll()
        }
        var r = rusage(); getrusage(0, &r)
        let cpu = Double(r.ru_utime.tv_sec + r.ru_stime.tv_sec) * 1e6 + Double(r.ru_utime.tv_usec + r.ru_stime.tv_usec)
        print(
            what, "wall us", (ContinuousClock.now - start) / .microseconds(1) / Double(n), "cpu us", cpu / Double(n),
            "user us", (Double(r.ru_utime.tv_sec) * 1e6 + Double(r.ru_utime.tv_usec)) / Double(n), "vcsw",
            Double(r.ru_nvcsw) / Double(n))
    }
}
