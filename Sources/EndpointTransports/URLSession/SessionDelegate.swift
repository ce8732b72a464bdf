import Endpoint
import Foundation

/// A delegate that reports the events of a session's tasks to their exchanges.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
    private struct State {
        var exchanges: [Int: Exchange] = [:]
        /// The identifiers of the unfinished tasks whose exchanges were abandoned.
        var abandoned: Set<Int> = []
    }

    private let state = Locked(State())

    /// The number of unfinished tasks whose exchanges were abandoned.
    var abandonedCount: Int { state.withLock(\.abandoned.count) }

    /// A Boolean value that indicates whether all tasks have ended.
    var isIdle: Bool { state.withLock(\.exchanges.isEmpty) }

    /// Starts a task, unless its exchange has been abandoned.
    func start(_ task: URLSessionTask, for exchange: Exchange) {
        let id = task.taskIdentifier
        state.withLock { $0.exchanges[id] = exchange }
        exchange.follow(task) { [state] in
            state.withLock { state in
                if state.exchanges[id] != nil { state.abandoned.insert(id) }
            }
        }
        // The body file may be empty by now. Cancel the task, because a task that never starts keeps its session open.
        if exchange.channel.isAbandoned { return task.cancel() }
        task.resume()
    }

    private func exchange(for task: URLSessionTask) -> Exchange? {
        state.withLock { $0.exchanges[task.taskIdentifier] }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        exchange(for: task)?.didSend(Int(bytesSent), total: totalBytesSent, by: task)
    }

    /// Supplies a new stream for an idempotent request whose body can be read again, and nil otherwise.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        guard let request = task.originalRequest, request.isIdempotent,
            let stream = try? request.endpointBody?.makeInputStream()
        else { return completionHandler(nil) }
        if let channel = exchange(for: task)?.channel { stream.onBodyFailure { channel.abandon(.invalidRequest($0)) } }
        completionHandler(stream)
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let exchange = exchange(for: dataTask) {
            exchange.didReceive(response, by: dataTask)
            finishIfEarly(exchange, dataTask)
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard let exchange = exchange(for: dataTask) else { return }
        exchange.didReceive(data, by: dataTask)
        finishIfEarly(exchange, dataTask)
    }

    /// Ends a successful response to a request that is still being sent, if the body of the response has reached its
    /// stated length.
    ///
    /// The task continues to send the request. After another status, a session stops sending, and reports the end.
    private func finishIfEarly(_ exchange: Exchange, _ task: URLSessionTask) {
        guard URLSession.reportsEndAfterRequest, task.countOfBytesExpectedToSend > 0,
            task.countOfBytesSent < task.countOfBytesExpectedToSend, let head = task.response?.finalHead,
            200..<300 ~= head.statusCode
        else { return }
        let length = EndpointResponseHead(head).bodyLength(method: task.originalRequest?.httpMethod)
        if length == exchange.receivedCount { exchange.channel.finish() }
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
        let answer: URLSession.AuthChallengeDisposition =
            if challenge.protectionSpace.isProxy() {
                URLSession.answerToProxies
            } else if challenge.failureResponse is HTTPURLResponse {
                // The call gets the 401.
                .rejectProtectionSpace
            } else {
                // The challenge is about a certificate.
                .performDefaultHandling
            }
        // On Linux, the session cancels the task before the handler returns: see `cancelSoon()`.
        URLSessionTask.cancelling.async { completionHandler(answer, nil) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let ended = state.withLock { state in
            state.abandoned.remove(task.taskIdentifier)
            return state.exchanges.removeValue(forKey: task.taskIdentifier)
        }
        guard let exchange = ended else { return }
        let head = task.response?.finalHead
        // Some heads are not reported when they arrive, such as the head of a redirect without a location.
        if let head { exchange.didReceive(head, by: task) }
        exchange.complete(
            TaskOutcome.failure(
                of: error, head: head, request: task.originalRequest, bytesSent: task.countOfBytesSent))
    }
}

extension URLResponse {
    /// The head, or nil for an interim response (RFC 9110, section 15.2) or a response of another protocol.
    var finalHead: HTTPURLResponse? {
        guard let head = self as? HTTPURLResponse, !(100..<200).contains(head.statusCode) else { return nil }
        return head
    }
}
