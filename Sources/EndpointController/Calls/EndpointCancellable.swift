/// A value that cancels a call.
///
/// ```swift
/// let call = controller.load(GetUser(id: 867)) { result in show(result) }
/// call.cancel()
/// ```
///
/// You do not need to retain the value; the call continues without it. For a blocking call, create the value
/// beforehand: see `EndpointController.loadAndWait(_:cancellable:)`.
public final class EndpointCancellable: Sendable {
    private struct State {
        var isCancelled = false
        var onCancel: [Int: @Sendable () -> Void] = [:]
        var lastID = 0
    }

    private let state = Locked(State())

    /// Creates a value for a call that has not begun.
    public init() {}

    init(_ task: Task<Void, Never>) {
        follow { task.cancel() }
    }

    /// Cancels the call, which ends at once with ``EndpointError/cancelled`` unless a response or an error has arrived.
    ///
    /// Even after a response or an error has arrived, a completion handler that has not been called yet receives
    /// ``EndpointError/cancelled``. If several calls share the value, all of them are cancelled. A later call with the
    /// value is cancelled immediately.
    public func cancel() {
        let onCancel = state.withLock { state in
            state.isCancelled = true
            defer { state.onCancel = [:] }
            return state.onCancel.values
        }
        for cancel in onCancel { cancel() }
    }

    /// Adds a closure that cancels a call, unless `cancel()` was called before.
    ///
    /// - Returns: An identifier with which you can remove the closure, or nil if it was not added.
    @discardableResult
    func follow(_ onCancel: @escaping @Sendable () -> Void) -> Int? {
        state.withLock { state in
            if state.isCancelled { return nil }
            state.lastID += 1
            state.onCancel[state.lastID] = onCancel
            return state.lastID
        }
    }

    /// Removes the closure of a call that has ended.
    func unfollow(_ id: Int) {
        _ = state.withLock { $0.onCancel.removeValue(forKey: id) }
    }
}
