import Foundation

/// Calls closures at certain times, with one timer for all of them.
///
/// A timer of its own for each call would be dear: most calls end long before their time, and to set and cancel a timer
/// wakes a thread on some platforms. Here an alarm is an entry in a table, and the timer, once it is set, stays set for
/// the earliest time that was ever asked for.
final class Alarms: Sendable {
    static let shared = Alarms()

    typealias ID = UInt64

    private struct Alarm {
        let time: DispatchTime
        let ring: @Sendable () -> Void
    }

    private struct State {
        var alarms: [ID: Alarm] = [:]
        var lastID: ID = 0
        let timer: any DispatchSourceTimer
        /// When the timer fires, if it is set.
        var timerTime: DispatchTime?
    }

    private let state: Locked<State>

    private init() {
        let queue = DispatchQueue(label: "Endpoint.Alarms", qos: .userInteractive)
        let timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
        state = Locked(State(timer: timer))
        timer.setEventHandler { [weak self] in self?.ringDue() }
        timer.activate()
    }

    /// Sets an alarm.
    ///
    /// - Returns: What it is cancelled with.
    func set(after duration: Duration, _ ring: @escaping @Sendable () -> Void) -> ID {
        let time = DispatchTime.now() + .nanoseconds(duration.wholeNanoseconds)
        return state.withLock { state in
            state.lastID += 1
            state.alarms[state.lastID] = Alarm(time: time, ring: ring)
            setTimer(to: time, &state)
            return state.lastID
        }
    }

    /// Forgets an alarm; one that has rung is forgotten already.
    func cancel(_ id: ID) {
        state.withLock { _ = $0.alarms.removeValue(forKey: id) }
    }

    private func ringDue() {
        let now = DispatchTime.now()
        let due = state.withLock { state in
            let due = state.alarms.filter { $0.value.time <= now }
            for id in due.keys { state.alarms[id] = nil }
            state.timerTime = nil
            if let next = state.alarms.values.map(\.time).min() { setTimer(to: next, &state) }
            return due.values
        }
        for alarm in due { alarm.ring() }
    }

    private func setTimer(to time: DispatchTime, _ state: inout State) {
        if let timerTime = state.timerTime, timerTime <= time { return }
        state.timerTime = time
        state.timer.schedule(deadline: time, leeway: .milliseconds(1))
    }
}

extension Duration {
    /// The duration in nanoseconds: none below zero, and ten years at most.
    fileprivate var wholeNanoseconds: Int {
        let seconds = Double(components.seconds) + Double(components.attoseconds) / 1e18
        return Int(min(max(seconds, 0), 315_360_000) * 1e9)
    }
}
