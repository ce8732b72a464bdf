import Dispatch
import EndpointSupport
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

    @Test("Does not shorten a time that was postponed for longer")
    func shorterPostponement() async {
        var isDone = false
        for factor in timeFactors where !isDone {
            do {
                try await Deadline.run(.milliseconds(50) * factor) { deadline in
                    deadline.postpone(by: .seconds(3_600))
                    deadline.postpone()
                    try await Task.sleep(for: .milliseconds(150) * factor)
                }
                isDone = true
            } catch {}
        }
        #expect(isDone)
    }

    @Test("Rings each alarm, although a later alarm is set")
    func alarms() async {
        let alarms = Alarms()
        let (rings, ring) = AsyncStream<Int>.makeStream()
        for time in [30, 10, 20, 3_600_000] {
            _ = alarms.set(at: .after(.milliseconds(time))) { ring.yield(time) }
        }
        var rung: [Int] = []
        for await time in rings.prefix(3) { rung.append(time) }
        #expect(rung.sorted() == [10, 20, 30])
    }
}
