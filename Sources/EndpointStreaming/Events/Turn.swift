/// A turn that only one task has at a time.
final class Turn: Sendable {
    private struct State {
        var isTaken = false
        var waiters: [UnsafeContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    /// Waits until the turn is free, and takes it.
    ///
    /// - Returns: `true` if the task has the turn and must end it; `false` if the task was cancelled before the turn
    ///   was free.
    func take() async -> Bool {
        while !takeIfFree() {
            if Task.isCancelled { return false }
            await withTaskCancellationHandler {
                await withUnsafeContinuation { enlist($0) }
            } onCancel: {
                wakeAll()
            }
        }
        return true
    }

    func end() {
        wakeAll { $0.isTaken = false }
    }

    private func takeIfFree() -> Bool {
        state.withLock { state in
            defer { state.isTaken = true }
            return !state.isTaken
        }
    }

    private func enlist(_ waiter: UnsafeContinuation<Void, Never>) {
        let waits = state.withLock { state in
            // The cancellation handler of a cancelled task may already have run, so it would not wake the task.
            let waits = state.isTaken && !Task.isCancelled
            if waits { state.waiters.append(waiter) }
            return waits
        }
        if !waits { waiter.resume() }
    }

    /// Wakes all waiting tasks, so that each checks again whether the turn is free or the task is cancelled.
    private func wakeAll(_ change: (inout State) -> Void = { _ in }) {
        let waiters = state.withLock { state in
            change(&state)
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
