import EndpointTransports

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

    private typealias Waiter = CheckedContinuation<Result<Outcome, EndpointTransportError>, Never>

    private struct State {
        var outcome: Outcome?
        var waiters: [Int: Waiter] = [:]
        var lastID = 0
    }

    /// The time at which the validation began.
    let start = ContinuousClock.now
    private let state = Locked(State())

    var waiterCount: Int { state.withLock(\.waiters.count) }

    /// Ends the validation, and wakes all waiting calls.
    func end(_ outcome: Outcome) {
        let waiters = state.withLock { state in
            defer { state.waiters = [:] }
            state.outcome = outcome
            return state.waiters
        }
        for waiter in waiters.values { waiter.resume(returning: .success(outcome)) }
    }

    /// Waits for the outcome.
    ///
    /// - Parameter deadline: The time at which the wait ends, or nil for no deadline.
    /// - Returns: The outcome.
    /// - Throws: `.cancelled` as soon as the waiting task is cancelled; `.timedOut` at the deadline.
    func outcome(until deadline: ContinuousClock.Instant?) async throws(EndpointTransportError) -> Outcome {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let alarm = deadline.map { deadline in
            Alarms.shared.set(at: .after(deadline - .now)) { self.end(id, .failure(.timedOut)) }
        }
        defer { if let alarm { Alarms.shared.cancel(alarm) } }
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { add($0, id, deadline) }
        } onCancel: {
            end(id, .failure(.cancelled))
        }.get()
    }

    private func add(_ waiter: Waiter, _ id: Int, _ deadline: ContinuousClock.Instant?) {
        let result = state.withLock { state -> Result<Outcome, EndpointTransportError>? in
            if Task.isCancelled { return .failure(.cancelled) }
            if let outcome = state.outcome { return .success(outcome) }
            if let deadline, deadline <= .now { return .failure(.timedOut) }
            state.waiters[id] = waiter
            return nil
        }
        if let result { waiter.resume(returning: result) }
    }

    private func end(_ id: Int, _ result: Result<Outcome, EndpointTransportError>) {
        state.withLock { $0.waiters.removeValue(forKey: id) }?.resume(returning: result)
    }
}
