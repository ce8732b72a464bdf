import Dispatch

/// Runs tasks on a queue of their own, so that what blocks them blocks no others.
final class QueueExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "tasks of their own")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
