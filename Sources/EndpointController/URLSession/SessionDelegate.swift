import Endpoint
import Foundation

/// Brings what happens to the tasks of a session to their exchanges.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
    private static let cancelling = DispatchQueue(label: "Endpoint.SessionDelegate.cancelling")

    private let exchanges = Locked<[Int: Exchange]>([:])

    /// Starts a task, unless nobody waits for its exchange by now.
    func start(_ task: URLSessionTask, for exchange: Exchange) {
        // A task that never starts keeps its session from ending.
        if exchange.channel.isAbandoned { return task.cancel() }
        exchanges.withLock { $0[task.taskIdentifier] = exchange }
        exchange.follow(task)
        task.resume()
    }

    private func exchange(for task: URLSessionTask) -> Exchange? {
        exchanges.withLock { $0[task.taskIdentifier] }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        guard let exchange = exchange(for: task) else { return }
        if exchange.reportSent(Int(bytesSent), total: totalBytesSent) { cancelSoon(task) }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let head = response.finalHead { exchange(for: dataTask)?.channel.send(EndpointResponseHead(head)) }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard let exchange = exchange(for: dataTask), exchange.receive(data) else { return }
        cancelSoon(dataTask)
    }

    /// Cancels a task, but not on this thread: where the session waits for its delegate, the delegate must not wait for
    /// the session.
    private func cancelSoon(_ task: URLSessionTask) {
        Self.cancelling.async { task.cancel() }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // A challenge that comes with a response is part of it. One without is about the certificate of the server.
        let isPartOfResponse = challenge.failureResponse is HTTPURLResponse
        // On Linux the session cancels the task there and then.
        Self.cancelling.async {
            completionHandler(isPartOfResponse ? .rejectProtectionSpace : .performDefaultHandling, nil)
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        let head = task.response?.finalHead
        // Not every head is reported when it arrives: that of a redirect without a location is not.
        if let head { exchange.channel.send(EndpointResponseHead(head)) }
        exchange.complete(TaskOutcome.result(of: error, head: head, request: task.originalRequest))
    }
}

extension URLResponse {
    /// The head, unless it is that of an interim response (RFC 9110, section 15.2), which is not the one waited for.
    fileprivate var finalHead: HTTPURLResponse? {
        guard let head = self as? HTTPURLResponse, !(100..<200).contains(head.statusCode) else { return nil }
        return head
    }
}
