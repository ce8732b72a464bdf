import TestSupport
import Testing

@testable import EndpointResilience

@Suite("RetryBackoff")
struct RetryBackoffTests {
    @Test("The file has all its rows")
    func rowsAreThere() {
        #expect(BackoffRow.all.count == 48)
        #expect(Set(BackoffRow.all.map(\.kind)) == ["bounds", "budget"])
    }

    @Test("Bounds the pause before each retry as expected", arguments: BackoffRow.all.filter { $0.kind == "bounds" })
    func bounds(_ row: BackoffRow) throws {
        let backoff = RetryBackoff(
            base: .seconds(try #require(row.base_seconds)), factor: try #require(row.factor),
            longest: .seconds(try #require(row.cap_seconds)))
        for (index, bound) in try #require(row.bounds_seconds).enumerated() {
            #expect(isClose(backoff.bound(beforeRetry: index + 1), bound), "retry \(index + 1)")
        }
    }

    @Test("Never overflows or returns a negative bound for extreme numbers")
    func hostileNumbers() {
        let longest = Duration.seconds(Int64.max)
        for factor in [2, .infinity, .greatestFiniteMagnitude, .nan, -1, 0, 1.000_1] {
            for base in [.seconds(1), .zero, .seconds(-5), longest] {
                let bound = RetryBackoff(base: base, factor: factor, longest: longest).bound(beforeRetry: 1_000)
                #expect(bound >= .zero && bound <= longest, "factor \(factor), base \(base)")
            }
        }
        #expect(RetryBackoff(base: .seconds(1), longest: .seconds(-1)).bound(beforeRetry: 3) == .zero)
        #expect(RetryBackoff(base: .seconds(1), factor: 0.5).bound(beforeRetry: 3) == .seconds(1))
        #expect(RetryBackoff(base: .seconds(1)).bound(beforeRetry: .min) == .seconds(1))
        for factor in [2, 1.0.nextUp] {
            #expect(RetryBackoff(base: .seconds(1), factor: factor).bound(beforeRetry: .max) == .seconds(20))
        }
    }

    @Test("Scales the bound by a random number, which it clamps to 0...1")
    func jitter() {
        let backoff = RetryBackoff(base: .seconds(8))
        let pauses = [0, 0.25, 1, 7, -1, .nan, .infinity].map { backoff.pause(beforeRetry: 1, random: $0) }
        #expect(pauses == [.zero, .seconds(2), .seconds(8), .seconds(8), .zero, .zero, .seconds(8)])
    }

    @Test("Adds its own pause to Retry-After, and refuses one beyond the longest wait")
    func retryAfter() {
        let rules = RetryRules(backoff: RetryBackoff(base: .seconds(2)))
        func pause(_ retryAfter: Duration?, random: Double = 0.5) -> Duration? {
            try? rules.pause(beforeRetry: 1, isThrottled: false, retryAfter: retryAfter, random: random)
        }
        #expect(pause(nil) == .seconds(1))
        #expect(pause(.zero) == .seconds(1))
        #expect(pause(.seconds(10)) == .seconds(11))
        #expect(pause(.seconds(60), random: 0) == .seconds(60))
        #expect(pause(.seconds(61)) == nil)
        #expect(pause(.seconds(Int64.max)) == nil)
    }
}
