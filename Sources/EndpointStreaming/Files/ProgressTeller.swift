import Dispatch
import EndpointSupport

/// A reporter of the progress of an upload.
///
/// It calls `onProgress` on a separate queue. That closure may be slow, or may wait for another call, so it must not
/// block the transport's thread.
final class ProgressTeller: Sendable {
    private struct State {
        /// The latest progress that has not been reported; nil if there is none.
        var progress: EndpointProgress?
        /// The largest number of bytes so far: progress must not go back when a request is sent again from the start.
        var completed: Int64 = -1
        var isClosed = false
    }

    private let state = Locked(State())
    private let queue = DispatchQueue(label: "Endpoint.ProgressTeller")
    private let onProgress: @Sendable (EndpointProgress) -> Void

    init(_ onProgress: @escaping @Sendable (EndpointProgress) -> Void) {
        self.onProgress = onProgress
    }

    /// Schedules a report of progress if the number of bytes has grown; the report contains the latest progress.
    func tell(_ progress: EndpointProgress) {
        let isFirst = state.withLock { state in
            if progress.completed <= state.completed { return false }
            state.completed = progress.completed
            defer { state.progress = progress }
            return state.progress == nil
        }
        guard isFirst else { return }
        queue.async { [self] in
            if let progress = state.withLock({ $0.isClosed ? nil : $0.progress.take() }) { onProgress(progress) }
        }
    }

    /// Waits until all progress has been reported, or until the task is cancelled.
    func finish() async {
        let (reports, report) = AsyncStream<Void>.makeStream()
        queue.async { report.finish() }
        for await _ in reports {}
    }

    /// Drops progress that has not been reported, because the call has ended.
    func close() {
        state.withLock { $0.isClosed = true }
    }
}
