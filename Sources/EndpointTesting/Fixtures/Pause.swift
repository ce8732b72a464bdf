import EndpointController
import Foundation

/// A wait that ends immediately when the task is cancelled.
struct Pause: Sendable {
    /// The longest pause: `ContinuousClock` ends the process for durations of several hundred years.
    private static let longest = Duration.seconds(Int64(1) << 32)

    let duration: Duration
    var clock: any Clock<Duration> = ContinuousClock()

    func callAsFunction() async throws(EndpointTransportError) {
        do {
            try await clock.sleep(for: min(duration, Self.longest))
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
