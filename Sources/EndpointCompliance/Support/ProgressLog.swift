import EndpointController
import Foundation

/// What a call reported of its progress, and an event for it.
///
/// `@unchecked Sendable`: what was reported is touched with `lock` held.
final class ProgressLog: @unchecked Sendable {
    private let lock = NSLock()
    private var reported: [(EndpointProgress, ContinuousClock.Instant)] = []
    private let stream = AsyncStream<EndpointProgress>.makeStream()

    var all: [EndpointProgress] { lock.withLock { reported.map(\.0) } }
    var lastTime: ContinuousClock.Instant? { lock.withLock { reported.last?.1 } }

    func add(_ progress: EndpointProgress) {
        lock.withLock { reported.append((progress, .now)) }
        stream.continuation.yield(progress)
    }

    /// Waits until so many bytes are through.
    func wait(for bytes: Int) async {
        for await progress in stream.stream where progress.completed >= bytes { return }
    }
}
