import Foundation

/// Measures for how long the machine did not let this process run, so that a check can tell a call that is late from a
/// machine that is busy with something else.
///
/// A thread wakes every millisecond and notes how late it woke. It does nothing else, so what makes it late is not
/// ours.
///
/// `@unchecked Sendable`: all that changes is touched with `lock` held.
final class StallMeter: @unchecked Sendable {
    static let shared = StallMeter()

    typealias Instant = ContinuousClock.Instant

    private static let pause = Duration.milliseconds(1)

    private let lock = NSLock()
    private var stalls: [(end: Instant, length: Duration)] = []
    private var lastWake = ContinuousClock.now

    private init() {
        let thread = Thread { [self] in
            while true {
                Thread.sleep(forTimeInterval: 0.001)
                wake()
            }
        }
        thread.qualityOfService = .userInteractive
        thread.start()
    }

    /// For how long the thread has been late since a moment, in all.
    func stall(since start: Instant) -> Duration {
        lock.withLock {
            let past = stalls.reversed().prefix { $0.end > start }.reduce(.zero) { $0 + $1.length }
            return past + max(.zero, ContinuousClock.now - lastWake - Self.pause)
        }
    }

    private func wake() {
        lock.withLock {
            let now = ContinuousClock.now
            let late = now - lastWake - Self.pause
            // Less than this is how any thread wakes.
            if late > Self.pause { stalls.append((now, late)) }
            lastWake = now
        }
    }
}
