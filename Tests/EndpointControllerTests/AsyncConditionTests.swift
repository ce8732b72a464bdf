import Dispatch
import EndpointController
import Testing

@Suite struct AsyncConditionTests {
    @Test(.timeLimit(.minutes(1)))
    func whoIsCancelledDoesNotWaitForTheQueueToBeWokenOn() async {
        let queue = DispatchQueue(label: "held up")
        queue.suspend()
        let condition = AsyncCondition(false) { _ in true }
        let waiting = Task {
            do {
                let _: Int = try await condition.wait {
                    condition.change { $0 = true }
                } for: { isCancelled throws(EndpointTransportError) in
                    if isCancelled { throw .cancelled }
                    return nil
                }
                return false
            } catch {
                return true
            }
        }
        while condition.withLock({ _ in condition.waiters.isEmpty }) { await Task.yield() }
        condition.change(wakingOn: queue) { _ in }
        waiting.cancel()
        // The time limit cancels the test.
        #expect(
            await withTaskCancellationHandler {
                await waiting.value
            } onCancel: {
                queue.resume()
            })
        if !Task.isCancelled { queue.resume() }
    }
}
