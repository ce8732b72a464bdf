import Foundation

/// Runs operations that are over at a certain time, whether they have ended by then or not.
enum Deadline {
    struct Passed: Error {}

    /// Runs an operation.
    ///
    /// - Parameters:
    ///   - timeout: How long to wait, or nil for as long as it takes.
    ///   - operation: What to run. It is cancelled when it takes too long, and when the task that waits is cancelled. It
    ///     gets a closure that makes the time begin anew.
    /// - Throws: What the operation throws; `Passed` or `CancellationError` at once when it was cancelled for that,
    ///   even if it does not care.
    static func run<Value: Sendable>(
        _ timeout: Duration?,
        _ operation: @escaping @Sendable (_ postpone: @escaping @Sendable () -> Void) async throws -> Value
    ) async throws -> Value {
        let race = Race<Value>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { race.start($0, timeout: timeout, operation) }
        } onCancel: {
            race.end(.failure(CancellationError()))
        }
    }
}

/// Whichever ends first, an operation, a timer or the patience of who waits, decides the result.
private final class Race<Value: Sendable>: Sendable {
    private struct State {
        var result: Result<Value, any Error>?
        var continuation: CheckedContinuation<Value, any Error>?
        var task: Task<Void, Never>?
        var timer: (any DispatchSourceTimer)?
    }

    private let state = Locked(State())

    func start(
        _ continuation: CheckedContinuation<Value, any Error>,
        timeout: Duration?,
        _ operation: @escaping @Sendable (_ postpone: @escaping @Sendable () -> Void) async throws -> Value
    ) {
        let result = state.withLock { state in
            if state.result == nil {
                state.continuation = continuation
                state.task = Task { await run { try await operation { self.postpone(timeout) } } }
                state.timer = timeout.map(makeTimer)
            }
            return state.result
        }
        if let result { continuation.resume(with: result) }
    }

    func end(_ result: Result<Value, any Error>) {
        let ended = state.withLock { state -> State? in
            guard state.result == nil else { return nil }
            state.result = result
            defer { (state.continuation, state.task, state.timer) = (nil, nil, nil) }
            return state
        }
        guard let ended else { return }
        ended.timer?.cancel()
        // First, because the operation may take its time to hear of it.
        ended.continuation?.resume(with: result)
        ended.task?.cancel()
    }

    private func run(_ operation: @Sendable () async throws -> Value) async {
        do {
            end(.success(try await operation()))
        } catch {
            end(.failure(error))
        }
    }

    private func makeTimer(_ timeout: Duration) -> any DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource(queue: timers)
        timer.setEventHandler { self.end(.failure(Deadline.Passed())) }
        schedule(timer, timeout)
        timer.activate()
        return timer
    }

    private func postpone(_ timeout: Duration?) {
        guard let timeout, let timer = state.withLock(\.timer) else { return }
        schedule(timer, timeout)
    }

    private func schedule(_ timer: any DispatchSourceTimer, _ timeout: Duration) {
        timer.schedule(deadline: .now() + .nanoseconds(timeout.wholeNanoseconds), leeway: .milliseconds(1))
    }
}

/// Concurrent, so that an operation that takes its time to be cancelled does not hold up other deadlines.
private let timers = DispatchQueue(label: "Endpoint.Deadline", qos: .userInitiated, attributes: .concurrent)

extension Duration {
    /// The duration in nanoseconds: none below zero, and ten years at most.
    fileprivate var wholeNanoseconds: Int {
        let seconds = Double(components.seconds) + Double(components.attoseconds) / 1e18
        return Int(min(max(seconds, 0), 315_360_000) * 1e9)
    }
}
