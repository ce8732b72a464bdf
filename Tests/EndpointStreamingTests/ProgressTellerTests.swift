import Dispatch
import Testing

@testable import EndpointStreaming

@Suite(.timeLimit(.minutes(1))) struct ProgressTellerTests {
    @Test("Reports nothing after the call has ended")
    func close() async {
        let (reports, report) = AsyncStream<Int64>.makeStream()
        let hasEnded = DispatchSemaphore(value: 0)
        let teller = ProgressTeller { progress in
            report.yield(progress.completed)
            hasEnded.wait()
        }
        var iterator = reports.makeAsyncIterator()
        teller.tell(EndpointProgress(completed: 1, total: 3))
        #expect(await iterator.next() == 1)
        teller.tell(EndpointProgress(completed: 2, total: 3))
        teller.close()
        // Twice: the second report would wait too.
        hasEnded.signal()
        hasEnded.signal()
        await teller.finish()
        report.finish()
        #expect(await iterator.next() == nil)
    }
}
