import Foundation

/// Runs operations that are over at a certain time, whether they have ended by then or not.
package enum Deadline {
    package struct Passed: Error {}

    /// Whether the current task runs an operation whose time is over, one that can be asked for: then it is cancelled
    /// for that.
    package static var hasPassed: Bool { race?.hasPassed ?? false }

    @TaskLocal fileprivate static var race: (any TimedRace)?

    /// Runs an operation.
    ///
    /// - Parameters:
    ///   - timeout: How long to wait, or nil for as long as it takes.
    ///   - canBeAsked: Whether the operation can ask if its time `hasPassed`, which costs a little.
    ///   - operation: What to run. It is cancelled when it takes too long, and when the task that waits is cancelled.
    ///     It gets a closure that makes the time begin anew, so long from now.
    /// - Returns: What the operation returns.
    /// - Throws: What the operation throws; `Passed` or `CancellationError` at once when it was cancelled for that,
    ///   even if it does not care.
    package static func run<Value: Sendable>(
        _ timeout: Duration?,
        canBeAsked: Bool = false,
        _ operation: @escaping @Sendable (_ postpone: @escaping @Sendable (Duration) -> Void) async throws -> Value
    ) async throws -> Value {
        let race = Race<Value>(timeout: timeout, canBeAsked: canBeAsked)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { race.start($0, operation) }
        } onCancel: {
            race.end(.failure(CancellationError()))
        }
    }
}

private protocol TimedRace: AnyObject, Sendable {
    /// Whether it has ended because its time is over.
    var hasPassed: Bool { get }
}

/// Whichever ends first, an operation, its time or the patience of who waits, decides the result.
///
/// `@unchecked Sendable`: all that changes is touched with `lock` held.
private final class Race<Value: Sendable>: TimedRace, @unchecked Sendable {
    private let timeout: Duration?
    private let canBeAsked: Bool
    private let lock = NSLock()
    private var hasEnded = false
    private var isPassed = false
    private var continuation: CheckedContinuation<Value, any Error>?
    private var task: Task<Void, Never>?
    private var alarm: Alarms.ID?

    init(timeout: Duration?, canBeAsked: Bool) {
        self.timeout = timeout
        self.canBeAsked = canBeAsked
    }

    func start(
        _ continuation: CheckedContinuation<Value, any Error>,
        _ operation: @escaping @Sendable (_ postpone: @escaping @Sendable (Duration) -> Void) async throws -> Value
    ) {
        lock.lock()
        let isTooLate = hasEnded
        if !isTooLate {
            self.continuation = continuation
            setAlarm()
        }
        lock.unlock()
        // Before it has started, a call can only be cancelled.
        if isTooLate { return continuation.resume(throwing: CancellationError()) }

        // It may have run to its end before it is known here.
        let task = BlockingExecutor.task { await self.run { try await operation { self.postpone(by: $0) } } }
        lock.lock()
        let isOver = hasEnded
        if !isOver { self.task = task }
        lock.unlock()
        if isOver { task.cancel() }
    }

    var hasPassed: Bool {
        lock.lock()
        defer { lock.unlock() }
        return isPassed
    }

    func end(_ result: Result<Value, any Error>) {
        lock.lock()
        let isTooLate = hasEnded
        if !isTooLate, case .failure(is Deadline.Passed) = result { isPassed = true }
        hasEnded = true
        let continuation = self.continuation
        let task = self.task
        let alarm = self.alarm
        self.continuation = nil
        self.task = nil
        self.alarm = nil
        lock.unlock()
        if isTooLate { return }
        if let alarm { Alarms.shared.cancel(alarm) }
        continuation?.resume(with: result)
        guard case .failure = result, let task else { return }
        // Not on this thread: an operation may take its time to hear of it.
        DispatchQueue.global().async { task.cancel() }
    }

    private func run(_ operation: @Sendable () async throws -> Value) async {
        do {
            if canBeAsked {
                end(.success(try await Deadline.$race.withValue(self, operation: operation)))
            } else {
                end(.success(try await operation()))
            }
        } catch {
            end(.failure(error))
        }
    }

    private func postpone(by delay: Duration) {
        lock.lock()
        defer { lock.unlock() }
        guard !hasEnded else { return }
        if let alarm { Alarms.shared.cancel(alarm) }
        setAlarm(after: delay)
    }

    private func setAlarm(after delay: Duration = .zero) {
        alarm = timeout.map { Alarms.shared.set(at: .after($0 + delay)) { self.end(.failure(Deadline.Passed())) } }
    }
}
