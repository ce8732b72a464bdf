import EndpointController
import Foundation

/// A renewal, and the calls that wait for it.
final class TokenRenewal: Sendable {
    private typealias Waiter = CheckedContinuation<Void, any Error>

    private struct State {
        var lastID = 0
        var waiters: [Int: Waiter] = [:]
        /// The result, for calls that begin to wait after the renewal is over; nil while the renewal runs.
        var result: Result<Void, any Error>?
        var isAbandoned = false
        var work: Task<Void, Never>?
        var timer: Task<Void, Never>?
    }

    /// The token that is renewed.
    let use: TokenState.Use

    private let state = Locked(State())

    init(of use: TokenState.Use) {
        self.use = use
    }

    var waiterCount: Int { state.withLock(\.waiters.count) }

    /// Waits until the renewal is over, or until `abandon()` is called during the wait.
    ///
    /// A call of the renewal's own session does not wait for an abandoned renewal.
    ///
    /// - Parameter session: The session of the waiting call.
    /// - Throws: The error of the renewal; `CancellationError` as soon as the waiting task is cancelled.
    func wait(session: Int) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { add($0, id, session) }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
            waiter?.resume(throwing: CancellationError())
        }
    }

    /// Retains the tasks of the renewal for `abandon()` and `end(_:)`, which may already have been called.
    func keep(work: Task<Void, Never>, timer: Task<Void, Never>) {
        let (isOver, isAbandoned) = state.withLock { state in
            state.work = work
            state.timer = timer
            return (state.result != nil, state.isAbandoned)
        }
        if isOver || isAbandoned { work.cancel() }
        if isOver { timer.cancel() }
    }

    /// Cancels the work of the renewal, because its session is over, and wakes all waiting calls.
    ///
    /// The renewal still counts as running until its task ends or its timeout passes, so that no other renewal starts.
    func abandon() {
        let (waiters, work) = state.withLock { state in
            state.isAbandoned = true
            defer { state.waiters = [:] }
            return (state.waiters.values, state.work)
        }
        work?.cancel()
        for waiter in waiters { waiter.resume() }
    }

    /// Ends the renewal, unless it is already over: wakes all waiting calls, and cancels the work and the timer.
    ///
    /// - Parameter error: The error that the waiting calls throw, or nil if they continue.
    func end(_ error: (any Error)?) {
        let result: Result<Void, any Error> = error.map { .failure($0) } ?? .success(())
        let ended = state.withLock { state -> State? in
            guard state.result == nil else { return nil }
            defer {
                state.result = result
                state.waiters = [:]
            }
            return state
        }
        ended?.work?.cancel()
        ended?.timer?.cancel()
        for waiter in ended?.waiters.values.map(\.self) ?? [] { waiter.resume(with: result) }
    }

    private func add(_ waiter: Waiter, _ id: Int, _ session: Int) {
        let result = state.withLock { state -> Result<Void, any Error>? in
            if let result = state.result { return result }
            if Task.isCancelled { return .failure(CancellationError()) }
            if state.isAbandoned, session == use.session { return .success(()) }
            state.waiters[id] = waiter
            return nil
        }
        if let result { waiter.resume(with: result) }
    }
}
