import Foundation

/// Measures for how long the machine did not let this process run, so that a check can tell a call that is late from a
/// machine that is busy with something else.
///
/// While a trial runs, a thread wakes every millisecond and notes how late it woke. It does nothing else, so what makes
/// it late is something else: another process, or a transport that keeps all cores busy, which is so far forgiven.
///
/// `@unchecked Sendable`: all that changes is touched with `lock` held.
final class StallMeter: @unchecked Sendable {
    static let shared = StallMeter()

    typealias Instant = ContinuousClock.Instant

    private static let pause = Duration.milliseconds(1)

    private let lock = NSLock()
    private var stalls: [(end: Instant, length: Duration)] = []
    private var lastWake = ContinuousClock.now
    private var trials = 0
    // Tells the thread of these trials from one that has not yet noticed that those before are over.
    private var generation = 0

    private init() {}

    /// Starts to measure, until as many trials have ended as began.
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

    /// Ends what ``begin()`` began.
    func end() {
        lock.withLock { trials -= 1 }
    }

    /// For how long the thread has been late since a moment, in all.
    func stall(since start: Instant) -> Duration {
        lock.withLock {
            let past = stalls.reversed().prefix { $0.end > start }.reduce(.zero) { $0 + $1.length }
            return past + max(.zero, ContinuousClock.now - lastWake - Self.pause)
        }
    }

    /// Notes how late it is.
    ///
    /// - Returns: `true` if a trial still runs.
    private func wake(_ generation: Int) -> Bool {
        lock.withLock {
            guard trials > 0, generation == self.generation else { return false }
            let now = ContinuousClock.now
            let late = now - lastWake - Self.pause
            // Less than this is how any thread wakes.
            if late > Self.pause { stalls.append((now, late)) }
            lastWake = now
            return true
        }
    }
}
