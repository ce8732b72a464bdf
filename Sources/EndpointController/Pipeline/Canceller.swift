import Dispatch

/// A canceller that works on its own threads, because a task or a transport may be slow to handle its cancellation.
///
/// Each thread belongs to a new serial queue, which gets a thread immediately, even while the program keeps the global
/// queue busy. There are at most eight threads, however many calls are cancelled at the same time.
enum Canceller {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var threads = 0
    }

    private static let limit = 8
    private static let state = Locked(State())

    /// Calls a closure that cancels a task or a request.
    static func run(_ cancellation: @escaping @Sendable () -> Void) {
        let needsThread = state.withLock { state in
            state.waiting.append(cancellation)
            guard state.threads < limit else { return false }
            state.threads += 1
            return true
        }
        if needsThread { DispatchQueue(label: "Endpoint.Canceller").async { runWaiting() } }
    }

    private static func runWaiting() {
        while let cancellation = next() { cancellation() }
    }

    private static func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            if state.waiting.isEmpty { state.threads -= 1 }
            return state.waiting.popLast()
        }
    }
}
