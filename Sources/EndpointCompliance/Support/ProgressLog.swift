import EndpointController
import Foundation

/// The progress that a call has reported, and an event for each report.
final class ProgressLog: Sendable {
    private let reported = Locked<[(EndpointProgress, ContinuousClock.Instant)]>([])
    private let stream = AsyncStream<EndpointProgress>.makeStream()

    var all: [EndpointProgress] { reported.withLock { $0.map(\.0) } }
    var lastTime: ContinuousClock.Instant? { reported.withLock { $0.last?.1 } }

    func add(_ progress: EndpointProgress) {
        reported.withLock { $0.append((progress, .now)) }
        stream.continuation.yield(progress)
    }

    /// Waits for a report that at least `bytes` bytes have been transferred.
    func wait(for bytes: Int) async {
        for await progress in stream.stream where progress.completed >= bytes { return }
    }
}
