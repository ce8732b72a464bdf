import Foundation

/// Two ways to do the same, in turn, so that both meet the same machine.
struct Comparison {
    private static let rounds = 81
    private static let callsPerRound = 320

    let inFlight: Int

    /// Runs both ways.
    ///
    /// - Returns: A line with the medians of both, and of the ratios round by round.
    func run(
        byHand: @escaping @Sendable () async throws -> User,
        controller: @escaping @Sendable () async throws -> User
    ) async throws -> String {
        var hand: [Double] = []
        var ours: [Double] = []
        for round in 0..<Self.rounds {
            // Whichever runs second finds warmer caches, so they take turns.
            if round.isMultiple(of: 2) {
                hand.append(try await microseconds(byHand))
                ours.append(try await microseconds(controller))
            } else {
                ours.append(try await microseconds(controller))
                hand.append(try await microseconds(byHand))
            }
        }
        let ratios = zip(ours, hand).map { $0 / $1 }
        return String(
            format: "%2d in flight  controller %6.1f us  by hand %6.1f us  ratio %.3f", inFlight, Self.median(ours),
            Self.median(hand), Self.median(ratios))
    }

    private func microseconds(_ load: @escaping @Sendable () async throws -> User) async throws -> Double {
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
