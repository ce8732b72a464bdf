import Dispatch

/// A timer for waits that follow one another, such as those for the chunks of a body.
///
/// There may be very many of them, and to make and cancel a timer for each would take memory faster than the system
/// gives it back.
final class IdleTimer: Sendable {
    private struct State {
        var timer: (any DispatchSourceTimer)?
        var isScheduled = false
        var deadline = DispatchTime.distantFuture
        var onPass: (@Sendable () -> Void)?
    }

    private let timeout: DispatchTimeInterval?
    private let state = Locked(State())

    /// Creates a timer.
    ///
    /// - Parameter timeout: How long each wait may take, or nil for as long as it likes.
    init(_ timeout: Duration?) {
        self.timeout = timeout.map { .nanoseconds($0.wholeNanoseconds) }
    }

    deinit {
        state.withLock { $0.timer?.cancel() }
    }

    /// A wait begins.
    ///
    /// - Parameter onPass: Called when it has taken too long, if it has not ended by then.
    func begin(_ onPass: @escaping @Sendable () -> Void) {
        guard let timeout else { return }
        state.withLock { state in
            state.onPass = onPass
            state.deadline = .now() + timeout
            let timer = state.timer ?? makeTimer()
            state.timer = timer
            // One that is scheduled is so for an earlier time, and looks then when this wait has to end.
            if !state.isScheduled { timer.schedule(deadline: state.deadline, leeway: .milliseconds(1)) }
            state.isScheduled = true
        }
    }

    /// The wait has ended.
    func end() {
        state.withLock { $0.onPass = nil }
    }

    private func makeTimer() -> any DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource(queue: Deadline.timers)
        timer.setEventHandler { [weak self] in self?.look() }
        timer.activate()
        return timer
    }

    private func look() {
        let onPass = state.withLock { state -> (@Sendable () -> Void)? in
            if state.onPass != nil, state.deadline > .now() {
                state.timer?.schedule(deadline: state.deadline, leeway: .milliseconds(1))
                return nil
            }
            state.isScheduled = false
            return state.onPass
        }
        onPass?()
    }
}
