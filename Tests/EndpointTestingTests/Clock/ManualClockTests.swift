import Dispatch
import EndpointTesting
import Foundation
import TestSupport
import Testing

@Suite("ManualClock", .timeLimit(.minutes(1)))
struct ManualClockTests {
    @Test("Sleeps until the time is advanced to the deadline")
    func sleeps() async throws {
        let clock = ManualClock()
        let sleeper = Task {
            try await clock.sleep(for: .seconds(30))
            return clock.now.offset
        }
        #expect(try await clock.waitForSleepers() == [.seconds(30)])
        clock.advance(by: .milliseconds(29_999))
        #expect(try await clock.waitForSleepers() == [.milliseconds(1)])
        clock.advance(by: .milliseconds(1))
        #expect(try await sleeper.value == .seconds(30))
    }

    @Test("Does not sleep when the deadline has passed")
    func pastDeadline() async throws {
        let clock = ManualClock()
        try await clock.sleep(for: .zero)
        try await clock.sleep(for: .seconds(-1))
        clock.advance(by: .seconds(-5))
        #expect(clock.now.offset == .zero)
    }

    @Test("Waits for a number of sleepers and wakes only the sleepers that are due")
    func severalSleepers() async throws {
        let clock = ManualClock()
        let sleepers = [3, 1, 2].map { seconds in Task { try await clock.sleep(for: .seconds(seconds)) } }
        #expect(try await clock.waitForSleepers(3) == [.seconds(1), .seconds(2), .seconds(3)])
        #expect(try await clock.waitForSleepers(2).count == 3)
        clock.advance(by: .seconds(2))
        #expect(try await clock.waitForSleepers() == [.seconds(1)])
        clock.advance(by: .seconds(1))
        for sleeper in sleepers { try await sleeper.value }
    }

    @Test("Wakes sleepers in the order of their deadlines, even if a later one slept first")
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func order() {
        let (clock, executor, woken) = (ManualClock(), SteppedExecutor(), Collected<Int>())
        for seconds in [2, 1] {
            _ = executor.start {
                try? await clock.sleep(for: .seconds(seconds))
                woken.append(seconds)
            }
            executor.run()
        }
        clock.advance(by: .seconds(3))
        executor.run()
        #expect(woken.all == [1, 2])
    }

    @Test("Ends a sleep with a CancellationError when its task is cancelled", arguments: [false, true])
    func cancelledSleep(beforeItBegins isEarly: Bool) async throws {
        let clock = ManualClock()
        let sleeper = Task {
            if isEarly { withUnsafeCurrentTask { $0?.cancel() } }
            try await clock.sleep(for: .seconds(1))
        }
        if !isEarly {
            try await clock.waitForSleepers()
            sleeper.cancel()
        }
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }

    @Test("Ends a wait for sleepers with a CancellationError when its task is cancelled", arguments: [false, true])
    func cancelledWait(beforeItBegins isEarly: Bool) async throws {
        let clock = ManualClock()
        let waiting = Task {
            if isEarly { withUnsafeCurrentTask { $0?.cancel() } }
            try await clock.waitForSleepers()
        }
        if !isEarly { waiting.cancel() }
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test(
        "Ends a wait for sleepers with an error that says what is missing",
        arguments: [Duration.zero, .milliseconds(20)])
    func missingSleepers(timeout: Duration) async throws {
        let clock = ManualClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
        try await clock.waitForSleepers()
        let error = await #expect(throws: (any Error).self) {
            try await clock.waitForSleepers(2, timeout: timeout)
        }
        let text = """
            Waited for 2 sleeping tasks on a ManualClock, but there was 1 after \(timeout). Either the code under test \
            does not use this clock, or the machine is so busy that the code has not begun to sleep.
            """
        #expect(error?.localizedDescription == text)
        // The clock has forgotten the wait.
        clock.advance(by: .seconds(1))
        try await sleeper.value
    }

    /// An executor that runs one job at a time, each a millisecond late, like a busy machine.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    private final class BusyExecutor: TaskExecutor {
        private let queue = DispatchQueue(label: "BusyExecutor")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async {
                usleep(1_000)
                job.runSynchronously(on: self.asUnownedTaskExecutor())
            }
        }
    }

    @Test("Waits longer than the timeout for code that a busy machine runs late")
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func busyMachine() async throws {
        let (clock, executor) = (ManualClock(), BusyExecutor())
        let sleeper = Task(executorPreference: executor) {
            for _ in 0..<50 { await Task.yield() }
            try await clock.sleep(for: .seconds(1))
        }
        defer { sleeper.cancel() }
        let wait = Task(executorPreference: executor) { try await clock.waitForSleepers(timeout: .milliseconds(10)) }
        #expect(try await wait.value == [.seconds(1)])
    }

    @Test("Shows a date that advances with the time")
    func date() {
        let clock = ManualClock(start: Date(timeIntervalSince1970: 1_000))
        clock.advance(by: .milliseconds(1_500))
        #expect(clock.date == Date(timeIntervalSince1970: 1_001.5))
    }
}
