import EndpointSupport
import Foundation

/// A renewal, and the calls that wait for it.
final class TokenRenewal: Sendable {
    private struct State {
        var waiters: [UUID: AsyncStream<Never>.Continuation] = [:]
        /// The result; nil while the renewal runs.
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

    var isOver: Bool { state.withLock { $0.result != nil } }

    /// Waits until the renewal is over, or until `abandon()` is called during the wait.
    ///
    /// A call of the renewal's own session does not wait for an abandoned renewal.
    ///
    /// - Parameter session: The session of the waiting call.
    /// - Throws: The error of the renewal; `CancellationError` as soon as the waiting task is cancelled.
    func wait(session: Int) async throws {
        let (id, (over, waiter)) = (UUID(), AsyncStream<Never>.makeStream())
        state.withLock { state in
            let isOver = state.result != nil || state.isAbandoned && session == use.session
            if isOver { waiter.finish() } else { state.waiters[id] = waiter }
        }
        defer { state.withLock { _ = $0.waiters.removeValue(forKey: id) } }
        // The loop also ends when the task is cancelled.
        for await _ in over {}
        if let result = state.withLock(\.result) { return try result.get() }
        try Task.checkCancellation()
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
            return (state.waiters.values, state.work)
        }
        work?.cancel()
        for waiter in waiters { waiter.finish() }
    }

    /// Ends the renewal, unless it is already over: wakes all waiting calls, and cancels the work and the timer.
    ///
    /// - Parameter error: The error that the waiting calls throw, or nil if they continue.
    func end(_ error: (any Error)?) {
        let result: Result<Void, any Error> = error.map { .failure($0) } ?? .success(())
        let ended = state.withLock { state -> State? in
            guard state.result == nil else { return nil }
            state.result = result
            return state
        }
        guard let ended else { return }
        ended.work?.cancel()
        ended.timer?.cancel()
        for waiter in ended.waiters.values { waiter.finish() }
    }
}
