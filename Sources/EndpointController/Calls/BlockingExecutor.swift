import Dispatch

/// An executor that runs the task of a blocking call on a thread that no other blocking call holds up.
///
/// Swift concurrency has few threads. If each of them waited for a call, none would be left to run the calls. On
/// systems without `TaskExecutor`, such as macOS 14, the threads can still run out.
package final class BlockingExecutor: Executor {
    /// The executor of the blocking call for which the current task runs; nil if there is no such call.
    @TaskLocal static var current: (any Executor)?

    private static let idle = Locked<[BlockingExecutor]>([])

    private let queue = DispatchQueue(label: "Endpoint.BlockingExecutor", qos: .userInitiated)

    /// The number of running tasks that `task(on:_:)` has started on this executor.
    private let taskCount = Locked(0)

    /// Calls a closure with `current` set to an executor that no other blocking call uses.
    ///
    /// - Parameter body: A closure that starts a task on the executor. The executor stays reserved until that task and
    ///   the tasks that it starts there end, even if the call ends earlier, so that no other call holds them up.
    static func lend(_ body: (_ executor: any Executor) -> Void) {
        let executor = idle.withLock { $0.popLast() } ?? BlockingExecutor()
        $current.withValue(executor) { body(executor) }
    }

    /// The `current` executor if the current task runs on it; otherwise nil.
    ///
    /// A task that a middleware creates with `Task { … }` inherits `current`, but must not use the executor: the
    /// middleware may block the executor's thread until that task ends.
    static var preferred: (any Executor)? {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *),
            let current = current as? any TaskExecutor
        else { return nil }
        let executor = current.asUnownedTaskExecutor()
        return withUnsafeCurrentTask { $0?.unownedTaskExecutor == executor } ? current : nil
    }

    /// Starts a task on an executor, or on the default one if `executor` is nil or the system lacks `TaskExecutor`.
    ///
    /// By default, `executor` is the blocking executor that the current task runs on, or nil if there is none.
    package static func task(
        on executor: (any Executor)? = preferred,
        _ operation: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never> {
        let operation = (executor as? BlockingExecutor)?.reserved(during: operation) ?? operation
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *),
            let executor = executor as? any TaskExecutor
        {
            return Task(executorPreference: executor, operation: operation)
        }
        return Task(operation: operation)
    }

    private func reserved(during operation: @escaping @Sendable () async -> Void) -> @Sendable () async -> Void {
        taskCount.withLock { $0 += 1 }
        return { [self] in
            await operation()
            let isIdle = taskCount.withLock { count in
                count -= 1
                return count == 0
            }
            if isIdle { Self.idle.withLock { $0.append(self) } }
        }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { self.run(job) }
    }

    private func run(_ job: UnownedJob) {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        job.runSynchronously(on: asUnownedTaskExecutor())
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension BlockingExecutor: TaskExecutor {}
