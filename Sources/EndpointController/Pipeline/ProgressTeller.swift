import Dispatch

/// A reporter of the progress of an upload.
///
/// It calls the closure on a separate queue, because the closure may take long, or wait for other calls, which need the
/// thread of the transport.
final class ProgressTeller: Sendable {
    private struct State {
        /// The latest progress that has not been reported.
        var progress: EndpointProgress?
        /// The largest number of bytes so far, because a request that is sent again starts from zero.
        var completed: Int64 = -1
        var isClosed = false
    }

    private let state = Locked(State())
    private let queue = DispatchQueue(label: "Endpoint.ProgressTeller")
    private let onProgress: @Sendable (EndpointProgress) -> Void

    init(_ onProgress: @escaping @Sendable (EndpointProgress) -> Void) {
        self.onProgress = onProgress
    }

    /// Reports progress soon, unless the number of bytes has not grown or later progress replaces it.
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

    /// Waits until all progress has been reported.
    func finish() async {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }

    /// Stops reporting.
    func close() {
        state.withLock { $0.isClosed = true }
    }
}
