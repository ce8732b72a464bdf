#if canImport(FoundationNetworking)
import Endpoint
import Foundation

extension URLSession {
    /// Whether a request is sent again, whatever its method, when a connection that was used before turns out to be
    /// closed.
    static let resendsOnReusedConnections = true
}

extension URLSessionTask {
    /// What to do with a task that nobody waits for any more.
    ///
    /// Nothing here: to cancel a task that completes at that moment ends the process.
    func abandon() {}
}
#endif
