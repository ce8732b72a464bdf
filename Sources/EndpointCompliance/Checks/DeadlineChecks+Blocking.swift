import EndpointController
import Foundation

extension DeadlineChecks {
    /// A middleware that blocks its thread until `end` is signalled.
    private struct Blocking: EndpointMiddleware {
        let end: DispatchSemaphore

        func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
            wait()
            return try await next(request)
        }

        private func wait() { end.wait() }
    }

    static func endsInTimeWhileMiddlewareBlocksItsThread(_ trial: Trial) async throws {
        let server = try trial.server { _, connection in connection.respond() }
        let timeout = Duration.milliseconds(200)
        // With one processor, one thread runs all tasks. Blocking this thread blocks every call except `loadAndWait`,
        // which has its own executor on systems with `TaskExecutor`.
        let hasThreads = ProcessInfo.processInfo.activeProcessorCount > 1
        for way in hasThreads ? Way.allCases : [.blocking] {
            let end = DispatchSemaphore(value: 0)
            defer { end.signal() }
            let controller = trial.controller(
                for: server, middleware: [Blocking(end: end)], rules: EndpointRules(timeout: timeout))
            let (outcomes, outcome) = AsyncStream<(Result<Data, LoadError>, ContinuousClock.Instant)>.makeStream()
            _ = way.start(Probe(), controller) { outcome.yield(($0, $1)) }
            for await (result, start) in outcomes {
                let time = ContinuousClock.now - start
                try await Expect.failure(.timedOut, way.rawValue) { try result.get() }
                let allowance = late + StallMeter.shared.stall(since: start + timeout)
                try Expect.time(way.rawValue, time, in: timeout..<timeout + allowance)
                break
            }
        }
        try Expect.equal("the requests", server.requests.count, 0)
    }
}
