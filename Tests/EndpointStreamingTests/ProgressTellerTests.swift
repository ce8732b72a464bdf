import Dispatch
import TestSupport
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

    @Test("Reports progress only if the number of bytes has grown")
    func repetition() async {
        let reported = Collected<Int64>()
        let teller = ProgressTeller { reported.append($0.completed) }
        for completed: Int64 in [1, 1, 0, 2] {
            teller.tell(EndpointProgress(completed: completed, total: 3))
            await teller.finish()
        }
        #expect(reported.all == [1, 2])
    }
}
