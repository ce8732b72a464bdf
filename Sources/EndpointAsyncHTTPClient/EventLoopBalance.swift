#if AsyncHTTPClient
import EndpointController
import NIOCore

/// A distributor of requests over event loops: each request gets the loop with the fewest requests in progress.
///
/// A connection belongs to a loop, and a request on another loop costs two thread switches. While few requests are
/// in progress, they stay on the first loops, which have the most recently used connections.
final class EventLoopBalance: Sendable {
    private let loops: [any EventLoop]
    private let counts: Locked<[Int]>

    init(_ group: any EventLoopGroup) {
        loops = Array(group.makeIterator())
        counts = Locked(Array(repeating: 0, count: loops.count))
    }

    func take() -> Lease {
        let index = counts.withLock { counts in
            let index = counts.indices.min { counts[$0] < counts[$1] } ?? 0
            counts[index] += 1
            return index
        }
        return Lease(self, index)
    }

    /// A loop that a request uses until the lease is released.
    final class Lease: Sendable {
        let loop: any EventLoop
        private let balance: EventLoopBalance
        private let index: Int

        fileprivate init(_ balance: EventLoopBalance, _ index: Int) {
            loop = balance.loops[index]
            self.balance = balance
            self.index = index
        }

        deinit {
            balance.counts.withLock { $0[index] -= 1 }
        }
    }
}
#endif
