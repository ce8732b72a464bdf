import EndpointController
@_spi(Tools) import EndpointSupport
import Foundation

/// A wait that ends immediately when the task is cancelled.
struct Pause: Sendable {
    let duration: Duration
    var clock: any Clock<Duration> = ContinuousClock()

    func callAsFunction() async throws(EndpointTransportError) {
        do {
            try await clock.sleep(for: duration.limited)
        } catch {
            throw .cancelled
        }
    }

    /// Waits until the task is cancelled, and returns the error for the cancellation.
    static func untilCancelled() async -> EndpointTransportError {
        // After its cancellation, a sleep would stay in the runtime's list of timers.
        let (endless, _) = AsyncStream<Never>.makeStream()
        for await _ in endless {}
        return .cancelled
    }
}
