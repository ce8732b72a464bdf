#if canImport(FoundationNetworking)
import Endpoint
import Foundation

extension URLSession {
    /// Whether a request is sent again, whatever its method, when a connection that was used before turns out to be
    /// closed.
    static let resendsOnReusedConnections = true

    /// A task for a request.
    ///
    /// A stream goes out in chunks, which not every server takes. A file need not be one.
    func task(for request: URLRequest) -> URLSessionTask {
        guard request.httpBodyStream != nil, let file = request.endpointBody?.file else {
            return dataTask(with: request)
        }
        var request = request
        request.httpBodyStream = nil
        return uploadTask(with: request, fromFile: file)
    }
}

extension URLSessionTask {
    /// What to do with a task that nobody waits for any more.
    ///
    /// Nothing here: to cancel a task that completes at that moment ends the process.
    func abandon() {}
}
#endif
