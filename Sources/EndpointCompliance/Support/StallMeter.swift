import EndpointSupport
import EndpointTransports
import Foundation

/// A meter of the delays that the machine causes, so that a check can tell a late call from a busy machine.
///
/// While a trial runs, a thread wakes every millisecond and records how late it woke. The thread does nothing else, so
/// its lateness comes from other processes, or from a transport that keeps all cores busy. The checks allow for both.
final class StallMeter: Sendable {
    static let shared = StallMeter()

    typealias Instant = ContinuousClock.Instant

    private static let pause = Duration.milliseconds(1)

    private struct State {
        var stalls: [(end: Instant, length: Duration)] = []
        var lastWake = ContinuousClock.now
        var trials = 0
        // The number of the current series of trials: a thread of an earlier series sees another number, and ends.
        var generation = 0
    }

    private let state = Locked(State())

    private init() {}

    /// Starts the measurement if it is not running; it lasts until every trial has ended.
    func begin() {
        state.withLock { state in
            state.trials += 1
            guard state.trials == 1 else { return }
            state.stalls = []
            state.lastWake = .now
            state.generation += 1
            let thread = Thread { [self, generation = state.generation] in
                repeat { Thread.sleep(forTimeInterval: 0.001) } while wake(generation)
            }
            thread.qualityOfService = .userInteractive
            thread.start()
        }
    }

    /// Ends the measurement if no other trial is running.
    func end() {
        state.withLock { $0.trials -= 1 }
    }

    /// Returns the total time by which the thread has been late since an instant.
    func stall(since start: Instant) -> Duration {
        state.withLock { state in
            let past = state.stalls.reversed().prefix { $0.end > start }.reduce(.zero) { $0 + $1.length }
            return past + max(.zero, ContinuousClock.now - state.lastWake - Self.pause)
        }
    }

    /// Records how late the thread woke; returns false when the trials of the thread are over.
    private func wake(_ generation: Int) -> Bool {
        state.withLock { state in
            guard state.trials > 0, generation == state.generation else { return false }
            let now = ContinuousClock.now
            let late = now - state.lastWake - Self.pause
            // A delay of up to a millisecond is normal for any thread.
            if late > Self.pause { state.stalls.append((now, late)) }
            state.lastWake = now
            return true
        }
    }
}
