import Foundation

/// Measures how long the machine kept this process from running, so that a check can tell a call that is late from a
/// machine that is busy.
///
/// While a trial runs, a thread wakes every millisecond and records how late it is. It does nothing else, so another
/// process makes it late, or a transport that keeps all cores busy, which the checks therefore forgive.
///
/// `@unchecked Sendable`: all mutable state is accessed only with `lock` held.
final class StallMeter: @unchecked Sendable {
    static let shared = StallMeter()

    typealias Instant = ContinuousClock.Instant

    private static let pause = Duration.milliseconds(1)

    private let lock = NSLock()
    private var stalls: [(end: Instant, length: Duration)] = []
    private var lastWake = ContinuousClock.now
    private var trials = 0
    // Distinguishes the thread of these trials from a thread that has not yet noticed that earlier trials are over.
    private var generation = 0

    private init() {}

    /// Starts to measure, until every trial that began has ended.
    func begin() {
        lock.withLock {
            trials += 1
            guard trials == 1 else { return }
            stalls = []
            lastWake = .now
            generation += 1
            let thread = Thread { [self, generation] in
                repeat { Thread.sleep(forTimeInterval: 0.001) } while wake(generation)
            }
            thread.qualityOfService = .userInteractive
            thread.start()
        }
    }

    /// Ends the measurement for a trial.
    func end() {
        lock.withLock { trials -= 1 }
    }

    /// Returns the total time by which the thread has been late since a moment.
    func stall(since start: Instant) -> Duration {
        lock.withLock {
            let past = stalls.reversed().prefix { $0.end > start }.reduce(.zero) { $0 + $1.length }
            return past + max(.zero, ContinuousClock.now - lastWake - Self.pause)
        }
    }

    /// Records how late the thread is.
    ///
    /// - Returns: `true` if a trial still runs.
    private func wake(_ generation: Int) -> Bool {
        lock.withLock {
            guard trials > 0, generation == self.generation else { return false }
            let now = ContinuousClock.now
            let late = now - lastWake - Self.pause
            // Any thread may wake late by less than this.
            if late > Self.pause { stalls.append((now, late)) }
            lastWake = now
            return true
        }
    }
}
