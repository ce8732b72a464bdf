import Dispatch
import Foundation

/// A race between an operation, its time limit and a cancellation by the caller; the first of them decides the result.
///
/// `Deadline` stores the operation's value, so that the compiler does not copy this class for each type of value.
///
/// `@unchecked Sendable`: the variables are accessed with `lock` held. `Locked` is not used, because the state decides
/// which closure is called after unlocking.
final class Race: @unchecked Sendable {
    typealias Outcome = Result<Void, any Error>

    private enum State {
        case starting
        case running(@Sendable (Outcome) -> Void, Task<Void, Never>)
        /// The race has ended; the outcome is nil unless `start` still has to report it.
        case ended(Outcome?)
        case passed
    }

    private let timeout: Duration?
    private let lock = NSLock()
    private var state = State.starting
    private var alarm: Alarms.ID?

    init(_ timeout: Duration?) {
        self.timeout = timeout
    }

    func start(
        _ canBeAsked: Bool,
        on executor: (any Executor)?,
        _ report: @escaping @Sendable (Outcome) -> Void,
        _ operation: @escaping Deadline.Operation<Void>
    ) {
        lock.lock()
        if case .ended(let outcome) = state {
            state = .ended(nil)
            lock.unlock()
            if let outcome { report(outcome) }
            return
        }
        // Start the task while the lock is held: the operation may end or postpone the end of its time at once.
        state = .running(report, BlockingExecutor.task(on: executor) { await self.run(canBeAsked, operation) })
        setAlarm()
        lock.unlock()
    }

    private func run(_ canBeAsked: Bool, _ operation: Deadline.Operation<Void>) async {
        do {
            if canBeAsked {
                try await Deadline.$race.withValue(self) { try await operation { self.postpone(by: $0) } }
            } else {
                try await operation { self.postpone(by: $0) }
            }
            end(.success(()), cancels: false)
        } catch {
            end(.failure(error), cancels: false)
        }
    }

    /// A Boolean value that indicates whether the race has ended because its time is over.
    var hasPassed: Bool {
        lock.withLock { if case .passed = state { true } else { false } }
    }

    /// Ends the race with an outcome; cancels the operation's task unless `cancels` is false.
    func end(_ outcome: Outcome, cancels: Bool = true) {
        lock.lock()
        let alarm = self.alarm
        switch state {
        case .starting:
            state = .ended(outcome)
            lock.unlock()
        case .running(let report, let task):
            if case .failure(is Deadline.Passed) = outcome { state = .passed } else { state = .ended(nil) }
            lock.unlock()
            if let alarm { Alarms.shared.cancel(alarm) }
            report(outcome)
            if cancels { Canceller.run { task.cancel() } }
        case .ended, .passed: lock.unlock()
        }
    }

    private func postpone(by delay: Duration) {
        lock.lock()
        defer { lock.unlock() }
        guard case .running = state else { return }
        if let alarm { Alarms.shared.cancel(alarm) }
        setAlarm(after: delay)
    }

    private func setAlarm(after delay: Duration = .zero) {
        alarm = timeout.map { Alarms.shared.set(at: .after($0 + delay)) { self.end(.failure(Deadline.Passed())) } }
    }
}
