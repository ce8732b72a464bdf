import Dispatch

/// Runs the tasks that blocking calls wait for, on a thread that no blocking call holds up.
///
/// The threads of Swift's concurrency are few. If each of them waited for a call, none would be left to carry it out.
final class BlockingExecutor: Executor {
    /// Whether the current task is one that a blocking call waits for.
    @TaskLocal static var isPreferred = false

    private static let shared = BlockingExecutor()

    private let queue = DispatchQueue(label: "Endpoint.BlockingExecutor", qos: .userInitiated)

    /// Starts a task: on this executor if a blocking call waits for it, and else, where that can be had, on the thread
    /// that calls, until it has to wait for the first time.
    static func task(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        if isPreferred, #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            return Task(executorPreference: shared, operation: operation)
        }
        #if compiler(>=6.2)
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), !isPreferred {
            return Task.immediate(operation: operation)
        }
        #endif
        return Task(operation: operation)
    }

    func enqueue(_ job: consuming ExecutorJob) {
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
