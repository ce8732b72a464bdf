/// A call under way that can be cancelled.
///
/// ```swift
/// let call = controller.load(GetUser(id: 867)) { result in show(result) }
/// call.cancel()
/// ```
///
/// Nobody has to keep it: a call goes on without.
public final class EndpointCancellable: Sendable {
    private let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) {
        self.task = task
    }

    /// Ends the call at once, with ``EndpointError/cancelled``, unless it has ended already.
    public func cancel() {
        task.cancel()
    }
}
