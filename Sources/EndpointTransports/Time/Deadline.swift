import Dispatch

/// The time limit of an operation: when the time is over, the task of the operation is cancelled.
///
/// The call ends as soon as the operation handles its cancellation: transports do that at once.
package final class Deadline: Sendable {
    private struct State {
        var alarm: Alarms.ID?
        var end = DispatchTime(uptimeNanoseconds: 0)
        /// The closure that cancels the operation; nil before the start and after the end.
        var ring: (@Sendable () -> Void)?
        var hasPassed = false
    }

    /// The time limit of the chunk that the current task waits for; nil outside of such a wait.
    @TaskLocal static var ofChunk: Deadline?

    /// A Boolean value that indicates whether the time for the chunk that the current task waits for is over.
    package static var hasPassedForChunk: Bool { ofChunk?.hasPassed ?? false }

    private let timeout: Duration?
    private let state = Locked(State())

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
        deadline.set { DispatchQueue.global().async { task.cancel() } }
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
    var hasPassed: Bool { state.withLock(\.hasPassed) }

    /// Restarts the time, extended by a duration, unless it is over or ends later already.
    package func postpone(by delay: Duration = .zero) {
        guard let timeout else { return }
        let end = DispatchTime.after(timeout + delay)
        state.withLock { state in
            guard state.ring != nil, state.end <= end else { return }
            if let alarm = state.alarm { Alarms.shared.cancel(alarm) }
            state.end = end
            state.alarm = Alarms.shared.set(at: end) { [self] in self.end(hasPassed: true)?() }
        }
    }

    /// Ends the time limit; the rest of the operation has no limit.
    package func stop() {
        _ = end(hasPassed: false)
    }

    private func set(_ ring: @escaping @Sendable () -> Void) {
        guard timeout != nil else { return }
        state.withLock { $0.ring = ring }
        postpone()
    }

    private func end(hasPassed: Bool) -> (@Sendable () -> Void)? {
        state.withLock { state in
            if let alarm = state.alarm { Alarms.shared.cancel(alarm) }
            if hasPassed, state.ring != nil { state.hasPassed = true }
            return state.ring.take()
        }
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
