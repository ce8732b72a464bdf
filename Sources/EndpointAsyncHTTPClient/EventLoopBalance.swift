#if AsyncHTTPClient
import EndpointController
import NIOCore

/// Chooses the event loop of each request: the one with the fewest under way.
///
/// A connection belongs to a loop, and a request on another loop costs two changes of threads. Where few requests are
/// under way, all are on the same loop, where the connections are that were used last.
final class EventLoopBalance: Sendable {
    private let loops: [any EventLoop]
    private let counts: Locked<[Int]>

    init(_ group: any EventLoopGroup) {
        loops = Array(group.makeIterator())
        counts = Locked(Array(repeating: 0, count: loops.count))
    }

    /// Takes a loop for a request.
    func take() -> Lease {
        let index = counts.withLock { counts in
            let index = counts.indices.min { counts[$0] < counts[$1] } ?? 0
            counts[index] += 1
            return index
        }
        return Lease(balance: self, index: index)
    }

    /// A loop that a request is on; to be given back once.
    struct Lease: Sendable {
        fileprivate let balance: EventLoopBalance
        fileprivate let index: Int

        var loop: any EventLoop { balance.loops[index] }

        func giveBack() {
            balance.counts.withLock { $0[index] -= 1 }
        }
    }
}
#endif
