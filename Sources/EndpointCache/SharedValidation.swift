import EndpointTransports
import Foundation

/// A validation of a stored response, shared by several calls.
final class SharedValidation: Sendable {
    /// The outcome for the calls that wait.
    enum Outcome: Sendable {
        /// The response may be used: the server has validated it or has just sent it.
        case response(StoredResponse)
        /// The validation failed. A call may use the stored response if `stale-if-error` allows that use.
        case stale(StoredResponse)
        /// The stored response must not be used. A new response may be in the cache by now.
        case changed
        /// No response arrived, or the server has failed temporarily. Another call may try again.
        case failed
    }

    private struct State {
        var outcome: Outcome?
        var waiters: [UUID: AsyncStream<Never>.Continuation] = [:]
    }

    /// The time at which the validation began.
    let start = ContinuousClock.now
    private let state = Locked(State())

    var waiterCount: Int { state.withLock(\.waiters.count) }

    /// Ends the validation, and wakes all waiting calls.
    func end(_ outcome: Outcome) {
        let waiters = state.withLock { state in
            state.outcome = outcome
            return state.waiters.values
        }
        for waiter in waiters { waiter.finish() }
    }

    /// Waits for the outcome.
    ///
    /// - Parameter deadline: The time at which the wait ends, or nil for no deadline.
    /// - Returns: The outcome.
    /// - Throws: `.cancelled` as soon as the waiting task is cancelled; `.timedOut` at the deadline.
    func outcome(until deadline: ContinuousClock.Instant?) async throws(EndpointTransportError) -> Outcome {
        let (id, (over, waiter)) = (UUID(), AsyncStream<Never>.makeStream())
        state.withLock { if $0.outcome == nil { $0.waiters[id] = waiter } else { waiter.finish() } }
        defer { state.withLock { _ = $0.waiters.removeValue(forKey: id) } }
        let alarm = deadline.map { Alarms.shared.set(at: .after($0 - .now)) { waiter.finish() } }
        defer { if let alarm { Alarms.shared.cancel(alarm) } }
        // The loop also ends when the task is cancelled.
        for await _ in over {}
        if Task.isCancelled { throw .cancelled }
        guard let outcome = state.withLock(\.outcome) else { throw .timedOut }
        return outcome
    }
}
