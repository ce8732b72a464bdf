@_spi(Tools) import EndpointSupport
public import Foundation

/// A clock whose time a test advances, so that tests of pauses, retries and expiry do not have to wait.
///
/// Pass the clock to the code under test, start the call, wait until the code sleeps, then advance the time:
///
/// ```swift
/// let clock = ManualClock()
/// let ringing = Task { try await clock.sleep(for: .seconds(30)) }
/// let remaining = try await clock.waitForSleepers()       // [30 s]
/// clock.advance(by: .seconds(30))
/// try await ringing.value
/// ```
///
/// For code that compares dates, pass a closure that returns ``date``.
public final class ManualClock: Clock {
    /// A point in time on the clock.
    public struct Instant: InstantProtocol {
        /// The duration from the creation of the clock to this instant, measured by the clock.
        public var offset: Duration

        /// Creates an instant from the duration between the creation of the clock and the instant.
        public init(offset: Duration) {
            self.offset = offset
        }

        /// Returns this instant advanced by a duration.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// Returns the duration from this instant to another.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Returns a Boolean value that indicates whether the first instant is earlier than the second.
        public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    /// The waiting tasks by number, each with its limit: a deadline, or a number of sleepers.
    private typealias Waiters<Limit, Value> = [Int: (limit: Limit, continuation: CheckedContinuation<Value, any Error>)]

    private struct State {
        var now = Instant(offset: .zero)
        var lastID = 0
        var sleepers: Waiters<Instant, Void> = [:]
        var observers: Waiters<Int, [Duration]> = [:]

        /// Removes the sleepers whose deadline is reached and then the observers whose count is met, and returns
        /// closures that wake these tasks.
        mutating func takeDue() -> [() -> Void] {
            let due = sleepers.filter { $0.value.limit <= now }
                .sorted { ($0.value.limit, $0.key) < ($1.value.limit, $1.key) }
            for id in due.map(\.key) { sleepers[id] = nil }
            let met = observers.filter { $0.value.limit <= sleepers.count }
            for id in met.keys { observers[id] = nil }
            let remaining = met.isEmpty ? [] : sleepers.values.map { now.duration(to: $0.limit) }.sorted()
            return due.map { sleeper in { sleeper.value.continuation.resume() } }
                + met.values.map { observer in { observer.continuation.resume(returning: remaining) } }
        }
    }

    /// The number of times that other tasks have their turn before a wait for sleepers fails.
    private static let turns = 300

    private let start: Date
    private let state = Locked(State())

    /// Creates a clock whose time does not pass by itself.
    ///
    /// - Parameter start: The initial date of the clock. The default is the start of 2001 in UTC.
    public init(start: Date = Date(timeIntervalSinceReferenceDate: 0)) {
        self.start = start
    }

    /// The current instant of the clock.
    public var now: Instant { state.withLock(\.now) }

    /// The current date of the clock.
    public var date: Date { start.addingTimeInterval(now.offset / .seconds(1)) }

    /// The number of tasks that are sleeping on this clock.
    public var sleeperCount: Int { state.withLock(\.sleepers.count) }

    /// Zero: the clock does not round deadlines.
    public var minimumResolution: Duration { .zero }

    /// Sleeps until ``advance(by:)`` reaches a deadline, or returns immediately if the clock has already reached it.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try await wait(in: \.sleepers, until: deadline)
    }

    /// Advances the time and wakes each sleeper whose deadline is reached, the earliest deadline first.
    ///
    /// - Parameter duration: The time to advance by. A negative duration is treated as zero.
    public func advance(by duration: Duration) {
        change { state in
            state.now = state.now.advanced(by: max(duration, .zero))
            return state.takeDue()
        }
    }

    /// Waits until at least a certain number of tasks are sleeping on this clock.
    ///
    /// On a busy machine, the wait lasts longer than the timeout, because it only counts time in which other tasks have
    /// had their turn.
    ///
    /// - Parameters:
    ///   - count: The number of sleeping tasks to wait for. The default is 1.
    ///   - timeout: The real time to wait on an idle machine, so that a test does not hang. The default is 30 seconds.
    /// - Returns: The remaining time of each sleeping task, the shortest first.
    /// - Throws: After the timeout, an error that says how many tasks are sleeping; `CancellationError` as soon as the
    ///   waiting task is cancelled.
    @discardableResult
    public func waitForSleepers(_ count: Int = 1, timeout: Duration = .seconds(30)) async throws -> [Duration] {
        try await withThrowingTaskGroup { group in
            group.addTask { try await self.wait(in: \.observers, until: count) }
            group.addTask {
                // The executor runs a task that has slept after all tasks that became ready earlier.
                for _ in 0..<Self.turns { try await Task.sleep(for: timeout.limited / Self.turns) }
                throw MissingSleepers(expected: count, found: self.sleeperCount, after: timeout)
            }
            defer { group.cancelAll() }
            guard let times = try await group.next() else { throw CancellationError() }
            return times
        }
    }

    /// Suspends the task, as one of the given waiters, until its limit is reached or it is cancelled.
    private func wait<Limit, Value>(
        in waiters: any WritableKeyPath<State, Waiters<Limit, Value>> & Sendable,
        until limit: Limit
    ) async throws -> Value {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                change { state in
                    if Task.isCancelled { return [{ continuation.resume(throwing: CancellationError()) }] }
                    state[keyPath: waiters][id] = (limit, continuation)
                    return state.takeDue()
                }
            }
        } onCancel: {
            let waiter = state.withLock { $0[keyPath: waiters].removeValue(forKey: id) }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Changes the state, then calls the closures that the change returns, without the lock.
    private func change(_ body: (inout State) -> [() -> Void]) {
        for wakeUp in state.withLock(body) { wakeUp() }
    }
}
