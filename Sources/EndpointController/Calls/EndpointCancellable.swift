/// One call under way that can be cancelled.
///
/// ```swift
/// let call = controller.load(GetUser(id: 867)) { result in show(result) }
/// call.cancel()
/// ```
///
/// Nobody has to keep it: a call goes on without. For a call that waits, make one beforehand: see
/// `EndpointController.loadAndWait(_:cancellable:)`.
public final class EndpointCancellable: Sendable {
    private struct State {
        var isCancelled = false
        var task: Task<Void, Never>?
    }

    private let state = Locked(State())

    /// Creates one for a call that is to begin.
    public init() {}

    init(_ task: Task<Void, Never>) {
        follow(task)
    }

    /// Ends the call at once, with ``EndpointError/cancelled``, unless it has ended already.
    ///
    /// A call that begins later with this same value ends at once too.
    public func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }

    /// Makes this what cancels a task.
    func follow(_ task: Task<Void, Never>) {
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }
}
