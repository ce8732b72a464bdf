import Dispatch
import TestSupport
import Testing

@testable import EndpointTransports

@Suite("Deadline", .timeLimit(.minutes(1)))
struct DeadlineTests {
    private struct Reference {
        weak var deadline: Deadline?
    }

    @Test("Removes the alarm of an operation that ends early")
    func earlyEnd() async throws {
        let reference = Locked(Reference())
        try await Deadline.run(.seconds(3_600)) { deadline in
            reference.withLock { $0.deadline = deadline }
        }
        // The task of the operation may still be ending on another thread.
        while reference.withLock({ $0.deadline != nil }) {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    @Test("Cancels an operation, also after its time was postponed", arguments: [false, true])
    func cancels(isPostponed: Bool) async throws {
        let error = await #expect(throws: EndpointTransportError.self) {
            try await Deadline.run(.milliseconds(20)) { deadline in
                if isPostponed { deadline.postpone() }
                try await Task.sleep(for: .seconds(3_600))
            }
        }
        #expect(error?.kind == .timedOut)
    }

    @Test("Rings each alarm")
    func alarms() async {
        let (rings, ring) = AsyncStream<Int>.makeStream()
        for time in [30, 10, 20] {
            _ = Alarms.shared.set(at: .after(.milliseconds(time))) { ring.yield(time) }
        }
        var rung: [Int] = []
        for await time in rings.prefix(3) { rung.append(time) }
        #expect(rung.sorted() == [10, 20, 30])
    }
}
