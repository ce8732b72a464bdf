/// The end of the time that a call may take.
final class CallAlarm: Sendable {
    private struct State {
        var id: Alarms.ID?
        var hasRung = false
        var onRing: (@Sendable () -> Void)?
    }

    private let state = Locked(State())

    /// Sets an alarm.
    ///
    /// - Parameter timeout: After which time it rings; nil for never.
    init(_ timeout: Duration?) {
        guard let timeout else { return }
        let id = Alarms.shared.set(after: timeout) { [weak self] in self?.ring() }
        state.withLock { $0.id = id }
    }

    deinit {
        if let id = state.withLock(\.id) { Alarms.shared.cancel(id) }
    }

    /// Says what is to be done when it rings, in place of what was said before; at once if it has rung.
    func onRing(_ body: @escaping @Sendable () -> Void) {
        let hasRung = state.withLock { state in
            state.onRing = body
            return state.hasRung
        }
        if hasRung { body() }
    }

    private func ring() {
        let onRing = state.withLock { state in
            state.hasRung = true
            return state.onRing
        }
        onRing?()
    }
}
