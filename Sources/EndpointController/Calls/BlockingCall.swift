import Foundation

/// Runs an operation while the thread that calls waits for it.
enum BlockingCall {
    /// How often to look whether the task that the thread runs was cancelled, in milliseconds.
    private static let interval = 3

    /// - Returns: What the operation returns.
    static func run<Value: Sendable>(
        _ cancellable: EndpointCancellable?,
        _ operation: @escaping @Sendable () async -> Value
    ) -> Value {
        BlockingExecutor.withExclusive { executor in
            let done = DispatchSemaphore(value: 0)
            let result = Locked<Value?>(nil)
            let task = BlockingExecutor.$current.withValue(executor) {
                BlockingExecutor.task {
                    let value = await operation()
                    result.withLock { $0 = value }
                    done.signal()
                }
            }
            cancellable?.follow(task)
            // A thread that runs a task can only ask whether that was cancelled; any other cannot be.
            let isInTask = withUnsafeCurrentTask { $0 != nil }
            while true {
                _ = done.wait(timeout: isInTask ? .now() + .milliseconds(interval) : .distantFuture)
                if let value = result.withLock(\.self) { return value }
                if Task.isCancelled { task.cancel() }
            }
        }
    }
}
