import Dispatch

/// A canceller that works on its own threads, because a task may be slow to handle its cancellation.
///
/// Each thread belongs to a new serial queue, which gets a thread immediately, even while the program keeps the global
/// queue busy. There are at most eight threads, however many tasks are cancelled at the same time.
enum Canceller {
    private struct State {
        var waiting: [Task<Void, Never>] = []
        var threads = 0
    }

    private static let limit = 8
    private static let state = Locked(State())

    static func cancel(_ task: Task<Void, Never>) {
        let needsThread = state.withLock { state in
            state.waiting.append(task)
            guard state.threads < limit else { return false }
            state.threads += 1
            return true
        }
        if needsThread { DispatchQueue(label: "Endpoint.Canceller").async { cancelWaiting() } }
    }

    private static func cancelWaiting() {
        while let task = next() { task.cancel() }
    }

    private static func next() -> Task<Void, Never>? {
        state.withLock { state in
            if state.waiting.isEmpty { state.threads -= 1 }
            return state.waiting.popLast()
        }
    }
}
