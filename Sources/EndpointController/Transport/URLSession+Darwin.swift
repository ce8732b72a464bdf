#if !canImport(FoundationNetworking)
import Foundation

extension URLSession {
    /// Whether a request is sent again, whatever its method, when a connection that was used before turns out to be
    /// closed.
    static let resendsOnReusedConnections = false

    /// A task for a request.
    func task(for request: URLRequest) -> URLSessionTask {
        dataTask(with: request)
    }
}

extension URLSessionTask {
    /// What to do with a task that nobody waits for any more.
    func abandon() {
        cancel()
    }
}

/// The queue that a session calls its delegate on.
final class DelegateQueue: OperationQueue, @unchecked Sendable {
    override init() {
        super.init()
        maxConcurrentOperationCount = 1
    }
}
#endif
