import Dispatch

/// Tells how far an upload is, on a queue of its own: whoever is told may take long, and wait for other calls, which
/// would wait for them on the thread of a transport.
final class ProgressTeller: Sendable {
    private struct State {
        var untold: [EndpointProgress] = []
        /// The largest number of bytes so far: a request that is sent again begins at its first byte.
        var completed: Int64 = -1
        var isTelling = false
        var isClosed = false
        /// Who waits until all is told.
        var waiter: CheckedContinuation<Void, Never>?

        mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
            defer { waiter = nil }
            return waiter
        }
    }

    private static let limit = 64

    private let state = Locked(State())
    private let queue = DispatchQueue(label: "Endpoint.ProgressTeller")
    private let onProgress: @Sendable (EndpointProgress) -> Void

    init(_ onProgress: @escaping @Sendable (EndpointProgress) -> Void) {
        self.onProgress = onProgress
    }

    /// Tells it as soon as what came before is told.
    ///
    /// Of what comes when much waits already, no more than the newest is kept.
    func tell(_ progress: EndpointProgress) {
        let isIdle = state.withLock { state in
            if state.isClosed || progress.completed <= state.completed { return false }
            state.completed = progress.completed
            if state.untold.count == Self.limit { state.untold.removeLast() }
            state.untold.append(progress)
            defer { state.isTelling = true }
            return !state.isTelling
        }
        if isIdle { queue.async { [self] in tellAll() } }
    }

    /// Waits until all is told, or the task is cancelled.
    func finish() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.isClosed || !state.isTelling { return true }
                    state.waiter = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            close()
        }
    }

    /// Tells nothing more.
    func close() {
        let waiter = state.withLock { state in
            state.isClosed = true
            state.untold = []
            return state.takeWaiter()
        }
        waiter?.resume()
    }

    private func tellAll() {
        while let progress = next() { onProgress(progress) }
    }

    private func next() -> EndpointProgress? {
        let (progress, waiter) = state.withLock { state -> (EndpointProgress?, CheckedContinuation<Void, Never>?) in
            if !state.untold.isEmpty { return (state.untold.removeFirst(), nil) }
            state.isTelling = false
            return (nil, state.takeWaiter())
        }
        waiter?.resume()
        return progress
    }
}
