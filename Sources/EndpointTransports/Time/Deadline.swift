import Dispatch
import EndpointSupport

/// The time limit of an operation: when the time is over, the task of the operation is cancelled.
///
/// The call ends as soon as the operation handles its cancellation: transports do that at once.
package final class Deadline: Sendable {
    private enum State {
        case waiting
        case running(cancel: @Sendable () -> Void, alarm: Alarms.ID, end: DispatchTime)
        case stopped
        case passed
    }

    /// The time limit of the chunk that the current task waits for; nil outside of such a wait.
    @TaskLocal static var ofChunk: Deadline?

    private let timeout: Duration?
    private let state = Locked(State.waiting)

    private init(_ timeout: Duration?) {
        self.timeout = timeout
    }

    /// Runs an operation in its own task.
    ///
    /// - Throws: Rethrows errors from the operation; throws ``EndpointTransportError/timedOut`` if its time was over.
    package nonisolated(nonsending) static func run<Value: Sendable>(
        _ timeout: Duration?,
        _ operation: @escaping @Sendable (Deadline) async throws -> Value
    ) async throws -> Value {
        if let timeout, timeout <= .zero { throw EndpointTransportError.timedOut }
        let deadline = Deadline(timeout)
        let task = Task { try await operation(deadline) }
        // Cancelling runs the app's cancellation handlers, which must not hold up the alarms of other calls.
        deadline.start { DispatchQueue.global().async { task.cancel() } }
        defer { deadline.stop() }
        do {
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch {
            throw deadline.hasPassed ? EndpointTransportError.timedOut : error
        }
    }

    /// A Boolean value that indicates whether the time is over.
    var hasPassed: Bool { state.withLock { if case .passed = $0 { true } else { false } } }

    /// Restarts the time, extended by a duration, unless it is over or ends later already.
    package func postpone(by delay: Duration = .zero) {
        guard let timeout else { return }
        let new = DispatchTime.after(timeout + delay)
        state.withLock { state in
            guard case .running(let cancel, let alarm, let end) = state, end <= new else { return }
            Alarms.shared.cancel(alarm)
            state = running(cancel, until: new)
        }
    }

    /// Ends the time limit; the rest of the operation has no limit.
    package func stop() {
        state.withLock { state in
            if case .passed = state { return }
            if case .running(_, let alarm, _) = state { Alarms.shared.cancel(alarm) }
            state = .stopped
        }
    }

    private func start(_ cancel: @escaping @Sendable () -> Void) {
        guard let timeout else { return }
        let end = DispatchTime.after(timeout)
        // The operation may already have stopped the time.
        state.withLock { state in if case .waiting = state { state = running(cancel, until: end) } }
    }

    private func running(_ cancel: @escaping @Sendable () -> Void, until end: DispatchTime) -> State {
        .running(cancel: cancel, alarm: Alarms.shared.set(at: end) { [self] in pass(end) }, end: end)
    }

    /// Cancels the operation at the end of its time, unless that was stopped or postponed.
    private func pass(_ time: DispatchTime) {
        let cancel = state.withLock { state -> (@Sendable () -> Void)? in
            guard case .running(let cancel, _, let end) = state, end == time else { return nil }
            state = .passed
            return cancel
        }
        cancel?()
    }
}

extension EndpointTransportContext {
    /// Creates the context of a call with an idle timeout.
    package init(_ idle: Deadline, onUpload: (@Sendable (EndpointProgress) -> Void)? = nil) {
        self.init { progress in
            idle.postpone()
            onUpload?(progress)
        }
        hasPassed = { idle.hasPassed }
    }
}
