import EndpointController
import Foundation

/// A way to call a controller.
enum Way: String, CaseIterable, Sendable {
    case async, completion, blocking

    /// Loads an endpoint, reports each outcome, and gives what cancels the call.
    func start(
        _ endpoint: Probe,
        _ controller: Controller,
        report: @escaping @Sendable (Result<Data, LoadError>) -> Void
    ) -> @Sendable () -> Void {
        switch self {
        case .async:
            let task = Task {
                do throws(LoadError) {
                    report(.success(try await controller.load(endpoint)))
                } catch {
                    report(.failure(error))
                }
            }
            return { task.cancel() }
        case .completion:
            let call = controller.load(endpoint) { report($0) }
            return { call.cancel() }
        case .blocking:
            let call = EndpointCancellable()
            Thread.detachNewThread {
                report(Result { () throws(LoadError) in try controller.loadAndWait(endpoint, cancellable: call) })
            }
            return { call.cancel() }
        }
    }
}
