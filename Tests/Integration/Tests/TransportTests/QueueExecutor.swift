import Dispatch

/// Runs tasks on a separate queue, so that a blocked task does not block other tasks.
final class QueueExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "tasks of their own")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
