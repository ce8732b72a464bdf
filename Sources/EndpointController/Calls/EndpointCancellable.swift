/// A value that cancels a call.
///
/// ```swift
/// let call = controller.load(GetUser(id: 867)) { result in show(result) }
/// call.cancel()
/// ```
///
/// You do not need to retain the value; the call continues without it. For a call that blocks its thread, create the
/// value beforehand: see `EndpointController.loadAndWait(_:cancellable:)`.
public final class EndpointCancellable: Sendable {
    private struct State {
        var isCancelled = false
        /// The closures that cancel the running calls.
        var onCancel: [Int: @Sendable () -> Void] = [:]
        var lastID = 0
    }

    private let state = Locked(State())

    /// Creates a value for a call that has not begun.
    public init() {}

    init(_ task: Task<Void, Never>) {
        follow { task.cancel() }
    }

    /// Cancels the call, which ends at once with ``EndpointError/cancelled`` unless it has ended already.
    ///
    /// If several calls have the same value, all of them are cancelled. A call that begins later with it ends at once.
    public func cancel() {
        let onCancel = state.withLock { state in
            state.isCancelled = true
            defer { state.onCancel = [:] }
            return state.onCancel.values
        }
        for cancel in onCancel { cancel() }
    }

    /// Adds a closure that cancels a call, or runs it if `cancel()` was called before.
    ///
    /// - Returns: An identifier with which you can remove the closure.
    @discardableResult
    func follow(_ onCancel: @escaping @Sendable () -> Void) -> Int {
        let (id, isCancelled) = state.withLock { state in
            state.lastID += 1
            if !state.isCancelled { state.onCancel[state.lastID] = onCancel }
            return (state.lastID, state.isCancelled)
        }
        if isCancelled { onCancel() }
        return id
    }

    /// Removes the closure of a call that has ended.
    func unfollow(_ id: Int) {
        _ = state.withLock { $0.onCancel.removeValue(forKey: id) }
    }
}
