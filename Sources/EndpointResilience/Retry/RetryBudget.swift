import EndpointSupport
public import Foundation

/// A limit on the retries of many calls together, so that retries do not multiply the load on a server that is down.
///
/// Each origin (scheme, host and port) has a bucket of tokens. A retry takes tokens from the bucket. A call that
/// succeeds, with a status code below 400, puts tokens back: as many as its last retry took, or ``refill`` if it had no
/// retry. A retry that is cancelled during its pause also puts its tokens back. Without enough tokens, a call ends with
/// its last response or error. With the default values, a full bucket is enough for at most 100 retries.
///
/// Each ``RequestRetrier`` has its own budget by default. Pass one budget to several retriers to share it. If a retry
/// takes tokens from a full bucket while 100 others are not full, the fullest of these 100 becomes full again.
public final class RetryBudget: Sendable {
    enum Cause {
        case failure, timeout, throttling
    }

    private static let mostOrigins = 100

    /// The maximum number of tokens in a bucket, which starts full.
    public let capacity: Int

    /// The number of tokens that a retry takes, except after a timeout or a throttling status code.
    public let cost: Int

    /// The number of tokens that a retry takes after a timeout.
    public let timeoutCost: Int

    /// The number of tokens that a retry takes after a throttling status code.
    public let throttlingCost: Int

    /// The number of tokens that a call without retries puts back when it succeeds.
    public let refill: Int

    /// The tokens of the origins whose buckets are not full.
    let tokens = Locked<[Origin: Int]>([:])

    /// Creates a budget.
    ///
    /// Negative values are treated as zero.
    ///
    /// - Parameters:
    ///   - capacity: The maximum number of tokens in a bucket, which starts full. The default is 500.
    ///   - cost: The number of tokens that a retry takes, except after a timeout or a throttling status code. The
    ///     default is 14.
    ///   - timeoutCost: The number of tokens that a retry takes after a timeout. The default is 14.
    ///   - throttlingCost: The number of tokens that a retry takes after a throttling status code. The default is 5.
    ///   - refill: The number of tokens that a call without retries puts back when it succeeds. The default is 1.
    public init(capacity: Int = 500, cost: Int = 14, timeoutCost: Int = 14, throttlingCost: Int = 5, refill: Int = 1) {
        self.capacity = max(capacity, 0)
        self.cost = max(cost, 0)
        self.timeoutCost = max(timeoutCost, 0)
        self.throttlingCost = max(throttlingCost, 0)
        self.refill = max(refill, 0)
    }

    /// Returns the number of tokens left for the origin of a URL.
    ///
    /// - Parameter url: A URL of the origin.
    /// - Returns: The number of tokens, which is zero for a URL without a scheme or a host.
    public func available(for url: URL) -> Int {
        guard let origin = Origin(url) else { return 0 }
        return tokens.withLock { $0[origin] } ?? capacity
    }

    /// Takes the tokens for a retry and returns their number, or nil if there are too few or the URL has no origin.
    func take(for cause: Cause, at url: URL?) -> Int? {
        guard let origin = Origin(url) else { return nil }
        let cost =
            switch cause {
            case .failure: cost
            case .timeout: timeoutCost
            case .throttling: throttlingCost
            }
        return tokens.withLock { tokens in
            let available = tokens[origin] ?? capacity
            guard available >= cost else { return nil }
            set(available - cost, of: origin, in: &tokens)
            return cost
        }
    }

    /// Puts tokens back: as many as a retry took, or ``refill`` if `taken` is nil.
    func putBack(_ taken: Int?, at url: URL?) {
        // Without retries, which is usual, nothing was taken, and a look at the origin would cost a tenth of a call.
        guard !tokens.withLock(\.isEmpty), let origin = Origin(url) else { return }
        tokens.withLock { tokens in
            guard let available = tokens[origin] else { return }
            let count = taken ?? refill
            set(count < capacity - available ? available + count : capacity, of: origin, in: &tokens)
        }
    }

    private func set(_ count: Int, of origin: Origin, in tokens: inout [Origin: Int]) {
        tokens[origin] = count < capacity ? count : nil
        guard tokens.count > Self.mostOrigins else { return }
        // Forget the fullest of the other buckets: a forgotten bucket counts as full, and the fullest bucket gains the
        // fewest tokens.
        let fullest = tokens.filter { $0.key != origin }.max { $0.value < $1.value }
        if let fullest { tokens[fullest.key] = nil }
    }
}
