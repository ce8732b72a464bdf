import EndpointController
import Foundation

/// A wait that ends immediately when the task is cancelled.
struct Pause: Sendable {
    let duration: Duration
    var clock: any Clock<Duration> = ContinuousClock()

    func callAsFunction() async throws(EndpointTransportError) {
        do {
            // `ContinuousClock` ends the process for durations of several hundred years.
            try await clock.sleep(for: min(duration, .seconds(1 << 32)))
        } catch {
            throw .cancelled
        }
    }

    /// Waits until the task is cancelled, and returns the error for the cancellation.
    static func untilCancelled() async -> EndpointTransportError {
        try? await Pause(duration: .seconds(1 << 32))()
        return .cancelled
    }
}
