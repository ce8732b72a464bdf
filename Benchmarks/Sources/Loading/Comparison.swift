import Foundation

/// Two ways to do the same, in turn, so that both meet the same machine.
struct Comparison {
    typealias Load = @Sendable () async throws -> User

    private static let rounds = 81
    private static let callsPerRound = 320

    let inFlight: Int

    /// Runs both ways.
    ///
    /// - Returns: A line with the medians of both, and of the ratios round by round.
    func run(_ name: String, _ load: @escaping Load, _ otherName: String, _ other: @escaping Load) async throws
        -> String
    {
        var times: [Double] = []
        var otherTimes: [Double] = []
        for round in 0..<Self.rounds {
            // Whichever runs second finds warmer caches, so they take turns.
            if round.isMultiple(of: 2) {
                otherTimes.append(try await microseconds(other))
                times.append(try await microseconds(load))
            } else {
                times.append(try await microseconds(load))
                otherTimes.append(try await microseconds(other))
            }
        }
        let ratio = Self.median(zip(times, otherTimes).map { $0 / $1 })
        let (time, otherTime) = (Self.median(times), Self.median(otherTimes))
        return String(
            format: "%2d in flight  %@ %.1f us  %@ %.1f us  ratio %.3f", inFlight, name, time, otherName, otherTime,
            ratio)
    }

    private func microseconds(_ load: @escaping Load) async throws -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<inFlight {
                group.addTask {
                    for _ in 0..<Self.callsPerRound / inFlight { _ = try await load() }
                }
            }
            try await group.waitForAll()
        }
        return (clock.now - start) / .microseconds(1) / Double(Self.callsPerRound)
    }

    private static func median(_ values: [Double]) -> Double {
        values.sorted()[values.count / 2]
    }
}
