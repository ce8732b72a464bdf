import Dispatch

/// Reports the progress of an upload on a queue of its own: the closure may take long, and wait for other calls, which
/// would wait for it on the thread of a transport.
final class ProgressTeller: Sendable {
    private struct State {
        /// The newest progress that is not reported.
        var progress: EndpointProgress?
        var isClosed = false
    }

    private let state = Locked(State())
    private let queue = DispatchQueue(label: "Endpoint.ProgressTeller")
    private let onProgress: @Sendable (EndpointProgress) -> Void

    init(_ onProgress: @escaping @Sendable (EndpointProgress) -> Void) {
        self.onProgress = onProgress
    }

    /// Reports a progress soon, unless a newer one comes before.
    func tell(_ progress: EndpointProgress) {
        let isFirst = state.withLock { state in
            defer { state.progress = progress }
            return state.progress == nil
        }
        guard isFirst else { return }
        queue.async { [self] in
            if let progress = state.withLock({ $0.isClosed ? nil : $0.progress.take() }) { onProgress(progress) }
        }
    }

    /// Waits until all is reported.
    func finish() async {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }

    /// Reports nothing more.
    func close() {
        state.withLock { $0.isClosed = true }
    }
}
