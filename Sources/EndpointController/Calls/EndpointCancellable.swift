/// A value that cancels a call.
///
/// ```swift
/// let call = controller.load(GetUser(id: 867)) { result in show(result) }
/// call.cancel()
/// ```
///
/// You do not need to retain it; the call continues. For a call that blocks its thread, create the value beforehand:
/// see `EndpointController.loadAndWait(_:cancellable:)`.
public final class EndpointCancellable: Sendable {
    private struct State {
        var isCancelled = false
        var onCancel: (@Sendable () -> Void)?
    }

    private let state = Locked(State())

    /// Creates a value for a call that has not begun.
    public init() {}

    init(_ task: Task<Void, Never>) {
        follow { task.cancel() }
    }

    /// Cancels the call, which ends at once with ``EndpointError/cancelled`` unless it has ended already.
    ///
    /// A call that begins later with the same value ends at once too.
    public func cancel() {
        let onCancel = state.withLock { state in
            state.isCancelled = true
            return state.onCancel.take()
        }
        onCancel?()
    }

    /// Sets the closure that cancels the call, or runs it if `cancel()` was called before.
    func follow(_ onCancel: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.onCancel = onCancel }
            return state.isCancelled
        }
        if isCancelled { onCancel() }
    }
}
