import EndpointSupport
import EndpointTransports
import Foundation

/// The progress that a call has reported, and an event for each report that bytes have been sent.
final class ProgressLog: Sendable {
    private let reported = Locked<[(EndpointProgress, ContinuousClock.Instant)]>([])
    private let arrival = Signal()

    var all: [EndpointProgress] { reported.withLock { $0.map(\.0) } }
    var times: [ContinuousClock.Instant] { reported.withLock { $0.map(\.1) } }

    func add(_ progress: EndpointProgress) {
        reported.withLock { $0.append((progress, .now)) }
        if progress.completed > 0 { arrival.send() }
    }

    /// Waits for a report that bytes have been sent.
    func wait() async {
        await arrival.wait()
    }
}
