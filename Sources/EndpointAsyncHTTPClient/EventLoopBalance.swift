#if AsyncHTTPClient
import EndpointSupport
import EndpointTransports
import NIOCore

/// A distributor of requests over event loops: each request gets the loop with the fewest requests in progress.
///
/// A connection belongs to a loop, and a request on another loop costs two thread switches. While few requests are
/// in progress, they stay on the first loops, which have the most recently used connections.
final class EventLoopBalance: Sendable {
    let loops: [any EventLoop]
    private let counts: Locked<[Int]>

    init(_ group: any EventLoopGroup) {
        loops = Array(group.makeIterator())
        counts = Locked(Array(repeating: 0, count: loops.count))
    }

    /// Returns the index of the loop for a request, which is in progress until `release(_:)` is called.
    func take() -> Int {
        counts.withLock { counts in
            let index = counts.indices.min { counts[$0] < counts[$1] } ?? 0
            counts[index] += 1
            return index
        }
    }

    func release(_ index: Int) {
        counts.withLock { $0[index] -= 1 }
    }
}
#endif
