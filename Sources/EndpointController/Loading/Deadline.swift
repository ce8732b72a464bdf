/// Runs operations that are over at a certain time, whether they have ended by then or not.
enum Deadline {
    struct Passed: Error {}

    /// Runs an operation.
    ///
    /// - Parameters:
    ///   - timeout: How long to wait, or nil for as long as it takes.
    ///   - operation: What to run. It is cancelled when it takes too long, and when the task that waits is cancelled. It
    ///     gets a closure that makes the time begin anew.
    /// - Returns: What the operation returns.
    /// - Throws: What the operation throws; `Passed` or `CancellationError` at once when it was cancelled for that,
    ///   even if it does not care.
    static func run<Value: Sendable>(
        _ timeout: Duration?,
        _ operation: @escaping @Sendable (_ postpone: @escaping @Sendable () -> Void) async throws -> Value
    ) async throws -> Value {
        let race = Race<Value>(timeout: timeout)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { race.start($0, operation) }
        } onCancel: {
            race.end(.failure(CancellationError()))
        }
    }
}

/// Whichever ends first, an operation, its time or the patience of who waits, decides the result.
private final class Race<Value: Sendable>: Sendable {
    private struct State {
        var result: Result<Value, any Error>?
        var continuation: CheckedContinuation<Value, any Error>?
        var task: Task<Void, Never>?
        var alarm: Alarms.ID?
    }

    private let timeout: Duration?
    private let state = Locked(State())

    init(timeout: Duration?) {
        self.timeout = timeout
    }

    func start(
        _ continuation: CheckedContinuation<Value, any Error>,
        _ operation: @escaping @Sendable (_ postpone: @escaping @Sendable () -> Void) async throws -> Value
    ) {
        let result = state.withLock { state in
            if state.result == nil {
                state.continuation = continuation
                setAlarm(&state)
            }
            return state.result
        }
        if let result { return continuation.resume(with: result) }
        // It may run to its end before it is known here.
        let task = BlockingExecutor.task { await self.run { try await operation { self.postpone() } } }
        let hasEnded = state.withLock { state in
            if state.result == nil { state.task = task }
            return state.result != nil
        }
        if hasEnded { task.cancel() }
    }

    func end(_ result: Result<Value, any Error>) {
        let ended = state.withLock { state -> State? in
            guard state.result == nil else { return nil }
            state.result = result
            defer { (state.continuation, state.task, state.alarm) = (nil, nil, nil) }
            return state
        }
        guard let ended else { return }
        if let alarm = ended.alarm { Alarms.shared.cancel(alarm) }
        if case .failure = result { ended.task?.cancel() }
        ended.continuation?.resume(with: result)
    }

    private func run(_ operation: @Sendable () async throws -> Value) async {
        do {
            end(.success(try await operation()))
        } catch {
            end(.failure(error))
        }
    }

    private func postpone() {
        state.withLock { state in
            guard state.result == nil else { return }
            if let alarm = state.alarm { Alarms.shared.cancel(alarm) }
            setAlarm(&state)
        }
    }

    private func setAlarm(_ state: inout State) {
        state.alarm = timeout.map { Alarms.shared.set(after: $0) { self.end(.failure(Deadline.Passed())) } }
    }
}
