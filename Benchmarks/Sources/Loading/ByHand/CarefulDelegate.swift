import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Forwards the events of a session's tasks to their loads.
///
/// `@unchecked Sendable`: all mutable state is accessed with `lock` held.
final class CarefulDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let lock = NSLock()
    private var loads: [Int: CarefulLoad] = [:]

    func add(_ load: CarefulLoad, for task: URLSessionTask) {
        lock.withLock { loads[task.taskIdentifier] = load }
    }

    private func load(for task: URLSessionTask) -> CarefulLoad? {
        lock.withLock { loads[task.taskIdentifier] }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        load(for: dataTask)?.receive(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let load = lock.withLock { loads.removeValue(forKey: task.taskIdentifier) }
        load?.complete(task.response, error)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let isPartOfResponse = challenge.failureResponse is HTTPURLResponse
        completionHandler(isPartOfResponse ? .rejectProtectionSpace : .performDefaultHandling, nil)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        guard let load = load(for: task), load.countRedirect(), let last = task.currentRequest,
            let location = response.value(forHTTPHeaderField: "Location"),
            let url = URL(string: location, relativeTo: last.url)?.absoluteURL
        else { return completionHandler(nil) }
        var next = request
        if response.statusCode == 307 || response.statusCode == 308 { next = last }
        next.url = url
        if url.scheme != last.url?.scheme || url.host() != last.url?.host() || url.port != last.url?.port {
            for name in ["Authorization", "Cookie", "Proxy-Authorization"] {
                next.setValue(nil, forHTTPHeaderField: name)
            }
        }
        completionHandler(next)
    }
}
