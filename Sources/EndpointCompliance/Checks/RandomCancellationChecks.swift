import EndpointController
import Foundation

/// Checks that each of thousands of calls, cancelled at random times, ends once, within a second of its cancellation.
enum RandomCancellationChecks {
    static let all = Way.allCases.map { way in
        ComplianceCheck(
            .cancellation, "4,000 calls, cancelled at random, each end at once, with one outcome: \(way.rawValue)"
        ) {
            try await endsEachCallAtOnceWithOneOutcome($0, way)
        }
    }

    private struct Ending: Sendable {
        var result: Result<Data, LoadError>
        var began: ContinuousClock.Instant
        var time: ContinuousClock.Instant
    }

    private static func endsEachCallAtOnceWithOneOutcome(_ trial: Trial, _ way: Way) async throws {
        let body = String(repeating: "x", count: 1_024)
        let server = try trial.server { _, connection in connection.respond(body: body) }
        let controller = trial.controller(for: server)
        let (endings, ending) = AsyncStream<Ending>.makeStream()
        var next = endings.makeAsyncIterator()
        let clock = ContinuousClock()
        let longest = try await longestWait(controller)
        var counts = (whole: 0, cancelled: 0)
        for number in 0..<4_000 {
            let cancel = way.start(Probe(number.isMultiple(of: 8) ? .post : .get), controller) {
                ending.yield(Ending(result: $0, began: $1, time: clock.now))
            }
            try await Task.sleep(for: longest * .random(in: 0...1), tolerance: .zero)
            let start = clock.now
            cancel()
            let end = try Expect.some("an outcome", await next.next())
            // The call may have ended before it was cancelled, or begun afterwards. Even on a busy machine, a cancelled
            // call ends within a second, but a call that misses its cancellation may last until its timeout.
            let time = max(.zero, end.time - max(start, end.began))
            try Expect.time("call \(number)", time, in: .zero..<Duration.seconds(1))
            switch end.result {
            case .success(let data):
                try Expect.equal("the length of the payload", data.count, 1_024)
                counts.whole += 1
            case .failure(let error):
                try Expect.failure(.cancelled, "call \(number)", error)
                counts.cancelled += 1
            }
        }
        let isTelling = counts.whole > 100 && counts.cancelled > 100
        try Expect.that("more than 100 calls of each outcome", isTelling, found: counts)
        // Load once more, so that a late second outcome of any call has time to arrive.
        _ = try await controller.load(Probe())
        ending.finish()
        let second = await next.next()
        try Expect.that("no second outcome", second == nil, found: second as Any)
    }

    /// Returns twice the median duration of a call, but at least 1.5 ms, so that about half of the calls end before
    /// they are cancelled.
    private static func longestWait(_ controller: Controller) async throws -> Duration {
        var times: [Duration] = []
        for _ in 0..<20 {
            let start = ContinuousClock.now
            _ = try await controller.load(Probe())
            times.append(ContinuousClock.now - start)
        }
        return max(.microseconds(1_500), times.sorted()[times.count / 2] * 2)
    }
}
