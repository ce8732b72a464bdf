package import Dispatch
package import Foundation

/// A condition variable for tasks: guards a state with a lock, and lets tasks wait for what they need of it.
///
/// `@unchecked Sendable`: all that changes is touched with `lock` held.
package final class AsyncCondition<State>: @unchecked Sendable {
    @usableFromInline package let lock = NSLock()
    @usableFromInline package var state: State
    /// How often the state has changed.
    @usableFromInline package var changes = 0
    @usableFromInline package var waiters: [CheckedContinuation<Void, Never>] = []
    /// Whether who waits is about to be woken on a queue.
    @usableFromInline package var isWakingSoon = false
    /// Whether a state is worth waking who waits, which costs a change of threads; it changes nothing of the state.
    @usableFromInline package let isWorthWaking: @Sendable (inout State) -> Bool

    /// Creates a condition variable.
    ///
    /// - Parameters:
    ///   - state: The state at first.
    ///   - isWorthWaking: Whether a changed state is worth waking who waits, who may find what they need before.
    package init(_ state: State, wakingWhere isWorthWaking: @escaping @Sendable (inout State) -> Bool) {
        self.state = state
        self.isWorthWaking = isWorthWaking
    }

    /// Looks at the state, or changes it without waking who waits.
    @inlinable
    package func withLock<Value>(_ body: (inout State) -> Value) -> Value {
        lock.lock()
        defer { lock.unlock() }
        return body(&state)
    }

    /// Changes the state, and wakes who waits if that is worth it.
    ///
    /// - Parameters:
    ///   - queue: Where to wake them, if not here: that may have to wait for what the cancellation of a task calls,
    ///     which may be code of others.
    ///   - body: Changes the state.
    /// - Returns: What the closure gives.
    @inlinable
    package func change<Value>(wakingOn queue: DispatchQueue? = nil, _ body: (inout State) -> Value) -> Value {
        lock.lock()
        let value = body(&state)
        changes += 1
        if waiters.isEmpty || !isWorthWaking(&state) {
            lock.unlock()
        } else if let queue {
            let isFirst = !isWakingSoon
            isWakingSoon = true
            lock.unlock()
            // Until then they still wait, so that a cancellation wakes them, which the queue would have to wait for.
            if isFirst { queue.async { self.wakeAll() } }
        } else {
            lock.unlock()
            wakeAll()
        }
        return value
    }

    /// Wakes all who wait by now.
    @usableFromInline
    package func wakeAll() {
        lock.lock()
        let woken = waiters
        waiters = []
        isWakingSoon = false
        lock.unlock()
        for waiter in woken { waiter.resume() }
    }

    /// Waits until a closure, which is called with the lock held, gives a value or throws.
    ///
    /// - Parameters:
    ///   - timeout: How long to wait for it, and what is called when that is over. It changes the state so that the
    ///     closure throws.
    ///   - onCancel: Called when the task that waits is cancelled. It changes the state so that the closure throws.
    ///   - value: What is waited for.
    /// - Returns: What the closure gives.
    /// - Throws: What the closure throws.
    @inlinable
    package func wait<Value>(
        timeout: (duration: Duration, onPassed: @Sendable () -> Void)? = nil,
        onCancel: @Sendable () -> Void,
        for value: (inout State) throws(EndpointTransportError) -> Value?
    ) async throws(EndpointTransportError) -> Value {
        var alarm: Alarms.ID?
        defer { if let alarm { Alarms.shared.cancel(alarm) } }
        while true {
            if Task.isCancelled { onCancel() }
            let (found, seen) = try lookUp(value)
            if let found { return found }
            if alarm == nil, let timeout {
                alarm = Alarms.shared.set(at: .after(timeout.duration), timeout.onPassed)
            }
            await withTaskCancellationHandler {
                await withCheckedContinuation { wake($0, afterChangeSince: seen) }
            } onCancel: {
                onCancel()
            }
        }
    }

    @inlinable
    package func lookUp<Value>(
        _ value: (inout State) throws(EndpointTransportError) -> Value?
    ) throws(EndpointTransportError) -> (Value?, Int) {
        lock.lock()
        defer { lock.unlock() }
        return (try value(&state), changes)
    }

    @usableFromInline
    package func wake(_ continuation: CheckedContinuation<Void, Never>, afterChangeSince seen: Int) {
        lock.lock()
        let hasChanged = changes != seen
        if !hasChanged { waiters.append(continuation) }
        lock.unlock()
        if hasChanged { continuation.resume() }
    }
}
