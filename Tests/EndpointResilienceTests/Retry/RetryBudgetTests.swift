import EndpointSupport
import EndpointTesting
import Foundation
import TestSupport
import Testing

@testable import EndpointResilience

@Suite("RetryBudget", .timeLimit(.minutes(1)))
struct RetryBudgetTests {
    private let server = request().url ?? baseURL

    @Test("Shares a budget among calls as expected", arguments: BackoffRow.all.filter { $0.kind == "budget" })
    func row(_ row: BackoffRow) async throws {
        let costs = try #require(row.costs)
        let budget = RetryBudget(
            capacity: try #require(row.capacity), cost: costs.server, timeoutCost: costs.timeout,
            throttlingCost: costs.throttling, refill: try #require(row.refill_without_retry))
        let (origin, available) = (try #require(Origin(server)), try #require(row.available))
        budget.tokens.withLock { $0[origin] = available }
        let clock = ManualClock()
        let rules = RetryRules(
            attempts: row.max_attempts ?? 100,
            backoff: RetryBackoff(
                base: .seconds(row.base_seconds ?? 0.05), longest: .seconds(row.cap_seconds ?? 20)))
        let retrier = RequestRetrier(rules, budget: budget, clock: clock, random: { 1 })

        var calls: [Int: RowCall] = [:]
        for (index, step) in try #require(row.steps).enumerated() {
            let call = calls[step.call] ?? RowCall(retrier)
            calls[step.call] = call
            try call.send(step.event)
            if step.outcome == "retry" {
                let sleep = try await clock.waitForSleepers()[0]
                if let bound = step.bound_seconds { #expect(isClose(sleep, bound), "step \(index)") }
                clock.advance(by: sleep)
            } else {
                #expect(await call.end() == step.event, "step \(index)")
                calls[step.call] = nil
            }
            #expect(budget.available(for: server) == step.remaining, "step \(index)")
        }
        for call in calls.values { call.cancel() }
    }

    @Test("Puts the tokens of a retry back if it has a status below 400", arguments: [(200, 14), (304, 14), (404, 0)])
    func success(_ statusCode: Int, _ available: Int) async throws {
        let budget = RetryBudget(capacity: 14)
        let run = MiddlewareRun(statusCodes: [500, statusCode])
        _ = try await RequestRetrier(budget: budget, clock: InstantClock()).intercept(request(), next: run.next)
        #expect(budget.available(for: server) == available)
    }

    @Test("Puts no tokens back for a status below 400 that decide sends again")
    func decidedRetry() async throws {
        let budget = RetryBudget(capacity: 28)
        let run = MiddlewareRun(statusCodes: [200])
        let rules = RetryRules(attempts: 9) { _ in .retry }
        let retrier = RequestRetrier(rules, budget: budget, clock: InstantClock())
        for sent in 3...4 {
            #expect(try await retrier.intercept(request(), next: run.next).statusCode == 200)
            #expect(run.sent.all.count == sent && budget.available(for: server) == 0)
        }
    }

    @Test("Keeps a separate bucket for each origin")
    func origins() {
        let budget = RetryBudget(capacity: 14)
        #expect(budget.take(for: .failure, at: url("https://a.example/x")) == 14)
        #expect(budget.take(for: .failure, at: url("https://A.example:443/y?z")) == nil)
        for other in ["http://a.example", "https://a.example:8443", "https://b.example"] {
            #expect(budget.available(for: url(other)) == 14, "\(other)")
            #expect(budget.take(for: .failure, at: url(other)) == 14, "\(other)")
        }
        #expect(budget.take(for: .failure, at: URL(string: "/x")) == nil)
        #expect(budget.available(for: url("/x")) == 0)
    }

    @Test("Keeps the buckets of the 100 origins with the fewest tokens")
    func manyOrigins() {
        let budget = RetryBudget()
        let empty = url("https://empty.example")
        while budget.take(for: .failure, at: empty) != nil {}
        for index in 0..<10_000 { _ = budget.take(for: .throttling, at: url("https://\(index).example")) }
        #expect(budget.tokens.withLock(\.count) == 100)
        #expect(budget.available(for: empty) == 10)
        // The latest origin is kept.
        #expect(budget.available(for: url("https://9999.example")) == 495)
    }

    @Test("Gives 10 of 1,000 simultaneous calls a retry if the bucket has room for 10")
    func simultaneousTakes() {
        let budget = RetryBudget(capacity: 10, cost: 1)
        let taken = Collected<Int>()
        DispatchQueue.concurrentPerform(iterations: 1_000) { _ in
            if let cost = budget.take(for: .failure, at: server) { taken.append(cost) }
        }
        #expect(taken.all == Array(repeating: 1, count: 10))
        #expect(budget.available(for: server) == 0)
    }

    @Test("Forgets an origin whose bucket is full again")
    func refill() {
        let budget = RetryBudget(capacity: 14)
        _ = budget.take(for: .failure, at: server)
        #expect(budget.tokens.withLock(\.count) == 1)
        budget.putBack(14, at: server)
        #expect(budget.tokens.withLock(\.count) == 0)
    }

    @Test("Allows no retry without capacity, and any number of retries at no cost")
    func hostileNumbers() {
        for capacity in [0, -1, .min] {
            #expect(RetryBudget(capacity: capacity).take(for: .failure, at: server) == nil, "\(capacity)")
        }
        let free = RetryBudget(capacity: 0, cost: -5, throttlingCost: 0)
        for _ in 0..<1_000 { #expect(free.take(for: .failure, at: server) == 0) }
        let negative = RetryBudget(timeoutCost: -1, throttlingCost: -1, refill: -1)
        #expect(negative.timeoutCost == 0)
        #expect(negative.throttlingCost == 0)
        #expect(negative.refill == 0)
        let huge = RetryBudget(capacity: .max, cost: 1, refill: .max)
        _ = huge.take(for: .failure, at: server)
        huge.putBack(nil, at: server)
        #expect(huge.available(for: server) == .max)
    }
}

/// A call whose requests get the answers of a row.
private final class RowCall: Sendable {
    private let task: Task<String, Never>
    private let events: AsyncStream<String>.Continuation

    init(_ retrier: RequestRetrier) {
        let (stream, events) = AsyncStream<String>.makeStream()
        self.events = events
        let next = EndpointNext(baseURL: baseURL) { _ in
            for await event in stream {
                switch event {
                case "server": return response(500)
                case "throttling": return response(429)
                case "timeout": throw EndpointTransportError.timedOut
                case "success": return response(200)
                default: return response(404)
                }
            }
            throw EndpointTransportError.cancelled
        }
        task = Task {
            do {
                let response = try await retrier.intercept(request(), next: next)
                return [200: "success", 404: "failure", 500: "server", 429: "throttling"][response.statusCode] ?? ""
            } catch EndpointTransportError.timedOut {
                return "timeout"
            } catch {
                return "\(error)"
            }
        }
    }

    func send(_ event: String) throws {
        let isKnown = ["server", "throttling", "timeout", "success", "failure"].contains(event)
        try #require(isKnown, "\(event)")
        events.yield(event)
    }

    func end() async -> String { await task.value }

    func cancel() { task.cancel() }
}
