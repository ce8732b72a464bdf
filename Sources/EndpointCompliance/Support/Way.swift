import EndpointController
import Foundation

/// A way to call a controller.
enum Way: String, CaseIterable, Sendable {
    case async, completion

    /// Starts a call, reports each outcome and when the call began, and returns a closure that cancels the call.
    func start(
        _ endpoint: Probe,
        _ controller: Controller,
        report: @escaping @Sendable (Result<Data, LoadError>, _ began: ContinuousClock.Instant) -> Void
    ) -> @Sendable () -> Void {
        let now = ContinuousClock.now
        switch self {
        case .async:
            let task = Task {
                do throws(LoadError) {
                    report(.success(try await controller.load(endpoint)), now)
                } catch {
                    report(.failure(error), now)
                }
            }
            return { task.cancel() }
        case .completion:
            let call = controller.load(endpoint) { report($0, now) }
            return { call.cancel() }
        }
    }
}
