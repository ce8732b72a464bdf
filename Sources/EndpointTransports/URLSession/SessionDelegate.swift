import Dispatch
import Endpoint
import EndpointSupport
import Foundation

/// A check of a server's certificate, which returns the credential of a trusted server, and nil for another challenge.
typealias ServerCheck = @Sendable (URLAuthenticationChallenge) throws -> URLCredential?

/// A delegate that reports the events of a session's tasks to their exchanges.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
    private let exchanges = Locked<[Int: Exchange]>([:])
    private let check: ServerCheck?

    init(_ check: ServerCheck? = nil) {
        self.check = check
    }

    /// Starts a task, unless its exchange has been abandoned.
    func start(_ task: URLSessionTask, for exchange: Exchange) {
        exchanges.withLock { $0[task.taskIdentifier] = exchange }
        exchange.channel.whenAbandoned { task.abandon() }
        // A task that never starts would keep its session open.
        if exchange.channel.isAbandoned { return task.cancel() }
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
        exchange(for: task)?.reportProgress(totalBytesSent)
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
        exchange(for: dataTask)?.didReceive(response, by: dataTask)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard let channel = exchange(for: dataTask)?.channel, !channel.send(data) else { return }
        dataTask.pause(untilDrained: channel)
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
        if challenge.protectionSpace.isProxy() { return completionHandler(URLSession.answerToProxies, nil) }
        // The call gets the 401.
        if challenge.failureResponse is HTTPURLResponse { return completionHandler(.rejectProtectionSpace, nil) }
        // The challenge is about a certificate.
        guard let check else { return completionHandler(.performDefaultHandling, nil) }
        let exchange = exchange(for: task)
        // The check may wait for the network, and all tasks share the queue of this function.
        DispatchQueue.global().async {
            do {
                let credential = try check(challenge)
                completionHandler(credential == nil ? .performDefaultHandling : .useCredential, credential)
            } catch {
                exchange?.channel.finish(throwing: .unreachable(error))
                completionHandler(.cancelAuthenticationChallenge, nil)
            }
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        let head = task.response?.finalHead
        // Some heads are not reported when they arrive, such as the head of a redirect without a location.
        if let head { exchange.didReceive(head, by: task) }
        exchange.channel.finish(
            throwing: TaskOutcome.failure(
                of: error, head: head, request: task.originalRequest, bytesSent: task.countOfBytesSent))
    }
}

extension URLResponse {
    /// The head, or nil for an interim response (RFC 9110, section 15.2) or a response of another protocol.
    fileprivate var finalHead: HTTPURLResponse? {
        guard let head = self as? HTTPURLResponse, !(100..<200).contains(head.statusCode) else { return nil }
        return head
    }
}
