import EndpointController
import Foundation

/// Waiting that ends at once when the task is cancelled.
enum Pause {
    static func wait(_ duration: Duration) async throws(EndpointTransportError) {
        do {
            try await Task.sleep(for: duration)
        } catch {
            throw .cancelled
        }
    }

    /// Waits until the task is cancelled, and gives the error of that.
    static func untilCancelled() async -> EndpointTransportError {
        while true {
            do {
                try await Task.sleep(for: .seconds(3600))
            } catch {
                return .cancelled
            }
        }
    }
}
