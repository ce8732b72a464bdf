import EndpointController
import EndpointSupport

/// Runs tasks one after the other, on the thread that calls `run()`, so that a test takes the same steps each time.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package final class SteppedExecutor: TaskExecutor {
    private let jobs = Locked<[UnownedJob]>([])

    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    /// Runs tasks until all of them wait or have ended.
    package func run() {
        while true {
            let batch = jobs.withLock { jobs in
                defer { jobs = [] }
                return jobs
            }
            if batch.isEmpty { return }
            for job in batch { job.runSynchronously(on: asUnownedTaskExecutor()) }
        }
    }

    /// Starts a task on this executor.
    package func start<Value: Sendable>(_ operation: @escaping @Sendable () async -> Value) -> Task<Value, Never> {
        Task(executorPreference: self, operation: operation)
    }
}
