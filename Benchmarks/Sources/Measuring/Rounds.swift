/// Runs ways in turn, round after round.
///
/// The speed of a machine changes from second to second, but all ways must run at the same speed. So each round runs
/// every way for a few milliseconds, and ratios are taken round by round.
public struct Rounds: Sendable {
    private static let clock = ContinuousClock()

    private let count: Int

    /// Creates a number of rounds.
    ///
    /// - Parameter count: The number of rounds.
    public init(_ count: Int) {
        self.count = count
    }

    /// Measures the time of a call.
    ///
    /// - Parameters:
    ///   - name: The name of the work that the ways do.
    ///   - ways: The ways.
    /// - Returns: The nanoseconds per call of each way, in each round.
    /// - Throws: Rethrows errors from a way.
    public func time(_ name: String, _ ways: [Way]) throws -> [Series] {
        // Finding the number of calls that take 2 ms also fills the caches.
        let calls = try ways.map { way in
            var calls = 1
            while try Self.time({ try way.run(calls) }) < .milliseconds(2) { calls *= 2 }
            return calls
        }
        var series = ways.map { Series(name, way: $0.name, size: $0.size, unit: "ns", values: []) }
        for round in 0..<count {
            for index in Self.order(of: ways.count, in: round) {
                let duration = try Self.time { try ways[index].run(calls[index]) }
                series[index].values.append(duration / .nanoseconds(1) / Double(calls[index]))
            }
        }
        return series
    }

    /// Measures the time of an asynchronous call.
    ///
    /// - Parameters:
    ///   - name: The name of the work that the ways do.
    ///   - calls: The number of calls of a way in a round.
    ///   - ways: The ways.
    /// - Returns: The microseconds per call of each way, in each round.
    /// - Throws: Rethrows errors from a way.
    public func time(_ name: String, calls: Int, _ ways: [AsyncWay]) async throws -> [Series] {
        for way in ways { try await way.run(calls) }
        var series = ways.map { Series(name, way: $0.name, size: $0.size, unit: "us", values: []) }
        for round in 0..<count {
            for index in Self.order(of: ways.count, in: round) {
                let start = Self.clock.now
                try await ways[index].run(calls)
                series[index].values.append((Self.clock.now - start) / .microseconds(1) / Double(calls))
            }
        }
        return series
    }

    /// Returns the order of ways in a round.
    ///
    /// The way that runs second finds warmer caches, so each way follows each other way as often as it precedes it, and
    /// begins as often as any other.
    ///
    /// - Parameters:
    ///   - count: The number of ways.
    ///   - round: The number of the round, from 0.
    /// - Returns: The indices of the ways.
    public static func order(of count: Int, in round: Int) -> [Int] {
        let order = (0..<count).map { ($0 + round / 2) % count }
        return round.isMultiple(of: 2) ? order : order.reversed()
    }

    private static func time(_ body: () throws -> Void) rethrows -> Duration {
        let start = clock.now
        try body()
        return clock.now - start
    }
}
