import Foundation
import TestSupport
import Testing

@Suite("RenewedToken, random interleavings")
struct TokenInterleavingTests {
    private static let seeds =
        UInt64(1)...(ProcessInfo.processInfo.environment["ENDPOINT_TESTS"] == "all" ? 10_000 : 1_000)

    @Test("Renews once at a time, uses each refresh token once, and never sends a call under another session")
    func invariants() throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        var outcomes: [String: Int] = [:]
        var (renewals, lost) = (0, 0)
        for seed in Self.seeds {
            let interleaving = TokenInterleaving(seed: seed)
            try interleaving.run(steps: 60)
            #expect(interleaving.violations.isEmpty, "seed \(seed)")
            outcomes.merge(interleaving.outcomes, uniquingKeysWith: +)
            renewals += interleaving.renewals
            lost += interleaving.lost
        }
        // Each outcome has to occur often; otherwise, the absence of violations would prove little.
        #expect(Set(outcomes.keys) == ["200", "401", "CancellationError", "EndpointTransportError"])
        #expect(outcomes.values.allSatisfy { $0 > 100 }, "\(outcomes)")
        #expect(renewals > 1_000)
        #expect(lost > 10)
    }
}
