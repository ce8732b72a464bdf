import Foundation

/// A condition variable for tasks: guards the state of its owner with a lock, and lets tasks wait for what they need of
/// it.
///
/// `@unchecked Sendable`: all that changes is touched with `lock` held.
package final class AsyncCondition: @unchecked Sendable {
    private let lock = NSLock()
    /// How often the state has changed.
    private var changes = 0
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// Creates a condition variable.
    package init() {}

    /// Looks at the state, or changes it without waking who waits.
    package func withLock<Value>(_ body: () -> Value) -> Value {
        lock.lock()
        defer { lock.unlock() }
        return body()
    }

    /// Changes the state, and wakes who waits.
    package func change<Value>(_ body: () -> Value) -> Value {
        lock.lock()
        let value = body()
        changes += 1
        let woken = waiters
        waiters = []
        lock.unlock()
        for waiter in woken { waiter.resume() }
        return value
    }

    /// Waits until a closure, which is called with the lock held, gives a value or throws.
    ///
    /// - Parameters:
    ///   - onCancel: Called when the task that waits is cancelled. It changes the state so that the closure throws.
    ///   - value: What is waited for.
    /// - Returns: What the closure gives.
    /// - Throws: What the closure throws.
    package func wait<Value>(
        onCancel: @Sendable () -> Void,
        for value: () throws(EndpointTransportError) -> Value?
    ) async throws(EndpointTransportError) -> Value {
        while true {
            let (found, seen) = try lookUp(value)
            if let found { return found }
            await withTaskCancellationHandler {
                await withCheckedContinuation { wake($0, afterChangeSince: seen) }
            } onCancel: {
                onCancel()
            }
        }
    }

    private func lookUp<Value>(
        _ value: () throws(EndpointTransportError) -> Value?
    ) throws(EndpointTransportError) -> (Value?, Int) {
        lock.lock()
        defer { lock.unlock() }
        return (try value(), changes)
    }

    private func wake(_ continuation: CheckedContinuation<Void, Never>, afterChangeSince seen: Int) {
        lock.lock()
        let hasChanged = changes != seen
        if !hasChanged { waiters.append(continuation) }
        lock.unlock()
        if hasChanged { continuation.resume() }
    }
}
