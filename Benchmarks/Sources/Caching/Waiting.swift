import EndpointResilience
import Foundation
import Measuring

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Calls that wait for a `CallLimit` of 1: the time per call should not depend on their number.
enum Waiting {
    static func measure(_ rounds: Int) async throws {
        let request = URLRequest(url: URL(string: "https://api.example.com/users/867") ?? URL(filePath: "/"))
        let next = EndpointNext { request in
            try await Memory().send(request)
        }
        for count in [2_000, 8_000, 40_000] {
            var series = Series("a call", way: "CallLimit(1)", size: count, unit: "us", values: [])
            for _ in 0..<rounds {
                let limit = CallLimit(1)
                // A response that is not read keeps its place until all other calls wait.
                let first = try await limit.intercept(request, next: next)
                let duration = try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<count { group.addTask { _ = try await limit.intercept(request, next: next) } }
                    while limit.waitingCount < count { await Task.yield() }
                    let start = ContinuousClock.now
                    for try await _ in first.body {}
                    try await group.waitForAll()
                    return ContinuousClock.now - start
                }
                series.values.append(duration / .microseconds(1) / Double(count))
            }
            try series.write()
        }
    }
}
