import Dispatch
@_spi(Tools) import EndpointSupport

/// Closures to be called at certain times, with one timer for all of them.
///
/// A timer per call would be expensive: most calls end long before their time limit, and on some platforms, setting or
/// cancelling a timer wakes a thread. So an alarm is only an entry in a table. The timer is set for the earliest alarm,
/// and stays set if that alarm is cancelled.
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
        /// The time at which the timer fires; nil if the timer is not set.
        var timerTime: DispatchTime?
    }

    private let state: Locked<State>

    init() {
        let queue = DispatchQueue(label: "Endpoint.Alarms", qos: .userInteractive)
        let timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
        state = Locked(State(timer: timer))
        timer.setEventHandler { [weak self] in self?.ringDue() }
        timer.activate()
    }

    /// Sets an alarm, whose closure must not block, because all alarms share a queue.
    func set(at time: DispatchTime, _ ring: @escaping @Sendable () -> Void) -> ID {
        state.withLock { state in
            state.lastID += 1
            state.alarms[state.lastID] = Alarm(time: time, ring: ring)
            setTimer(to: time, &state)
            return state.lastID
        }
    }

    /// Removes an alarm, whose closure may still be called if the alarm is due.
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

extension DispatchTime {
    /// Returns the current time plus a duration.
    ///
    /// A negative duration counts as zero, and a duration of over ten years counts as ten years.
    static func after(_ duration: Duration) -> DispatchTime {
        // Do not use `.nanoseconds` here: it takes an `Int`, and a 32-bit `Int` overflows after 2.1 s.
        now() + duration.limited / .seconds(1)
    }
}
