import Dispatch

/// Runs the tasks that a blocking call waits for, on a thread that no blocking call holds up.
///
/// The threads of Swift's concurrency are few. If each of them waited for a call, none would be left to carry it out.
/// Where the system is too old for a task to prefer an executor, that can happen.
package final class BlockingExecutor: Executor {
    /// That of the blocking call that waits for the current task, if one does.
    @TaskLocal static var current: BlockingExecutor?

    /// Those that no call waits for.
    ///
    /// They are kept, because a task that was left behind may still run on one.
    private static let idle = Locked<[BlockingExecutor]>([])

    private let queue = DispatchQueue(label: "Endpoint.BlockingExecutor", qos: .userInitiated)

    /// Runs a closure with an executor that no other blocking call uses.
    static func withExclusive<Result>(_ body: (BlockingExecutor) -> Result) -> Result {
        let executor = idle.withLock { $0.popLast() } ?? BlockingExecutor()
        defer { idle.withLock { $0.append(executor) } }
        return body(executor)
    }

    /// Starts a task, on the thread of a blocking call if one waits for it.
    package static func task(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        if let current, #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            return Task(executorPreference: current, operation: operation)
        }
        return Task(operation: operation)
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
