import Dispatch
import Testing

@testable import EndpointController

@Suite("Cancelling many tasks")
struct CancellerTests {
    @Test("Uses at most eight threads, however slowly tasks handle their cancellation", .timeLimit(.minutes(1)))
    func threads() async {
        let gate = DispatchSemaphore(value: 0)
        let handlers = Locked((running: 0, most: 0))
        let (starts, start) = AsyncStream<Void>.makeStream()
        let (end, ending) = AsyncStream<Void>.makeStream()
        // A task that ends while its handler runs blocks its thread, so the tasks wait for this one.
        let waiting = Task { for await _ in end {} }
        let tasks = (0..<100).map { _ in
            Task {
                await withTaskCancellationHandler {
                    start.yield()
                    await waiting.value
                } onCancel: {
                    handlers.withLock { $0 = ($0.running + 1, max($0.most, $0.running + 1)) }
                    gate.wait()
                    handlers.withLock { $0.running -= 1 }
                }
            }
        }
        var count = 0
        for await _ in starts {
            count += 1
            if count == tasks.count { break }
        }
        for task in tasks { Canceller.run { task.cancel() } }
        while handlers.withLock(\.running) < 8 { await Task.yield() }
        for _ in tasks { gate.signal() }
        ending.finish()
        for task in tasks { await task.value }
        #expect(handlers.withLock(\.most) == 8)
    }
}
