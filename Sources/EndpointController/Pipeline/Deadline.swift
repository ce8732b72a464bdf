import Dispatch

/// A time limit for an operation, enforced even if the operation does not return in time.
///
/// Every operation runs in its own task, which races against the time limit, if any, and the cancellation of the
/// caller. So the call ends in time even if a middleware or transport blocks. If the task loses, it is cancelled, and
/// the call does not wait for it.
package enum Deadline {
    package struct Passed: Error {}

    /// The interval, in milliseconds, at which a waiting thread checks whether its task has been cancelled.
    private static let interval = 3

    /// A Boolean value that indicates whether the time of the current operation is over.
    ///
    /// If that operation runs without `canBeAsked`, the operation around it counts; false if there is none.
    package static var hasPassed: Bool { race?.hasPassed ?? false }

    @TaskLocal static var race: Race?

    /// A closure that restarts the time limit, extended by a duration.
    package typealias Postpone = @Sendable (Duration) -> Void

    /// An operation that can postpone the end of its time.
    package typealias Operation<Value> = @Sendable (_ postpone: @escaping Postpone) async throws -> Value

    /// Runs an operation while the current task waits.
    ///
    /// - Parameters:
    ///   - timeout: The time limit, or nil for none.
    ///   - canBeAsked: `true` to make `hasPassed` available to the operation, at a small cost; by default false.
    ///   - operation: The operation. It is cancelled when it takes too long, or when the waiting task is cancelled.
    /// - Returns: The result of the operation.
    /// - Throws: Rethrows errors from the operation; throws `Passed` as soon as the time is over, and
    ///   `CancellationError` as soon as the waiting task is cancelled, even if the operation continues.
    package static func run<Value: Sendable>(
        _ timeout: Duration?,
        canBeAsked: Bool = false,
        _ operation: @escaping Operation<Value>
    ) async throws -> Value {
        let value = ReturnValue<Value>()
        try await runRace(timeout, canBeAsked) { value.result = .success(try await operation($0)) }
        return try value.result.get()
    }

    private static func runRace(
        _ timeout: Duration?,
        _ canBeAsked: Bool,
        _ operation: @escaping Operation<Void>
    ) async throws {
        let race = Race(timeout)
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in
                race.start(
                    canBeAsked, on: BlockingExecutor.preferred, { continuation.resume(with: $0) }, operation)
            }
        } onCancel: {
            race.end(.failure(CancellationError()))
        }
    }

    /// Runs an operation while the current thread waits.
    ///
    /// - Parameters:
    ///   - timeout: The time limit, or nil for none.
    ///   - cancellable: A value with which another thread can cancel the operation, or nil.
    ///   - operation: The operation. It is cancelled when it takes too long, and by `cancellable`. If the thread runs a
    ///     task, cancelling that task cancels the operation too.
    /// - Returns: The result of the operation.
    /// - Throws: Rethrows errors from the operation; throws `Passed` when the time is over, and `CancellationError`
    ///   when the operation is cancelled, even if the operation continues.
    static func wait<Value: Sendable>(
        _ timeout: Duration?,
        _ cancellable: EndpointCancellable?,
        _ operation: @escaping Operation<Value>
    ) throws -> Value {
        let value = ReturnValue<Value>()
        try waitForRace(timeout, cancellable) { value.result = .success(try await operation($0)) }
        return try value.result.get()
    }

    private static func waitForRace(
        _ timeout: Duration?,
        _ cancellable: EndpointCancellable?,
        _ operation: @escaping Operation<Void>
    ) throws {
        if Task.isCancelled { throw CancellationError() }
        let race = Race(timeout)
        let outcome = Locked<Race.Outcome?>(nil)
        let done = DispatchSemaphore(value: 0)
        // Follow `cancellable` before the start, so that a call that was cancelled beforehand sends nothing.
        let id = cancellable?.follow { race.end(.failure(CancellationError())) }
        if cancellable != nil, id == nil { throw CancellationError() }
        defer { if let id { cancellable?.unfollow(id) } }
        BlockingExecutor.lend { executor in
            let report: @Sendable (Race.Outcome) -> Void = { result in
                outcome.withLock { $0 = result }
                done.signal()
            }
            race.start(timeout == nil, on: executor, report, operation)
        }
        // A thread that runs a task has to poll for the cancellation of the task; other threads have no task to poll.
        let isInTask = withUnsafeCurrentTask { $0 != nil }
        while true {
            _ = done.wait(timeout: isInTask ? .now() + .milliseconds(interval) : .distantFuture)
            if let outcome = outcome.withLock(\.self) { return try outcome.get() }
            if Task.isCancelled { race.end(.failure(CancellationError())) }
        }
    }
}

/// The value that an operation returns.
///
/// `@unchecked Sendable`: the operation sets the result before it can win its race, and the caller reads the result
/// only after the operation has won.
private final class ReturnValue<Value: Sendable>: @unchecked Sendable {
    /// The result; the initial value is never read.
    var result: Result<Value, any Error> = .failure(CancellationError())
}
