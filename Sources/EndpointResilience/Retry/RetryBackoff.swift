import Foundation

/// The pauses between attempts: exponential, with full jitter.
///
/// The bound of the pause is ``base`` before the first retry, ``base`` times ``factor`` before the second, and so on up
/// to ``longest``. The pause is a random fraction of its bound, so that the clients of a server that failed do not all
/// retry at the same time.
public struct RetryBackoff: Sendable, Equatable {
    /// The bound of the pause before the first retry.
    public var base: Duration

    /// The factor by which the bound grows with each retry; values below 1 are treated as 1.
    public var factor: Double

    /// The maximum of the bound.
    public var longest: Duration

    /// Creates a backoff.
    ///
    /// - Parameters:
    ///   - base: The bound of the pause before the first retry.
    ///   - factor: The factor by which the bound grows with each retry. The default is 2.
    ///   - longest: The maximum of the bound. The default is 20 seconds.
    public init(base: Duration, factor: Double = 2, longest: Duration = .seconds(20)) {
        self.base = base
        self.factor = factor
        self.longest = longest
    }

    /// Returns the bound of the pause before a retry.
    ///
    /// - Parameter retry: The number of the retry, starting at 1.
    /// - Returns: The bound, which is never negative.
    public func bound(beforeRetry retry: Int) -> Duration {
        let longest = max(longest, .zero)
        let first = min(max(base, .zero), longest)
        guard retry > 1, factor > 1, first > .zero else { return first }
        let growth = pow(factor, Double(retry - 1))
        return growth < longest / first ? first * growth : longest
    }

    /// Returns the pause before a retry, for a random number from 0 to 1.
    func pause(beforeRetry retry: Int, random: Double) -> Duration {
        bound(beforeRetry: retry) * (random > 0 ? min(random, 1) : 0)
    }
}
