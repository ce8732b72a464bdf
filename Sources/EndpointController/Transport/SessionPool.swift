import Endpoint
import Foundation

/// The sessions of a transport: one that lives as long as the transport, and one for each request that must not be sent
/// on a connection that was used before.
final class SessionPool: Sendable {
    private let starting = DispatchQueue(label: "Endpoint.SessionPool.starting")
    private let configuration: URLSessionConfiguration
    private let session: URLSession
    private let delegate = SessionDelegate()

    init(_ configuration: URLSessionConfiguration) {
        self.configuration = configuration
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: DelegateQueue())
    }

    deinit {
        session.finishTasksAndInvalidate()
    }

    /// Sends a request.
    ///
    /// - Returns: The exchange, at once: `URLSession` may wait for other requests before it makes a task, which no
    ///   thread of Swift's concurrency should be held up by.
    func start(_ request: URLRequest, onUpload: (@Sendable (EndpointProgress) -> Void)?) -> Exchange {
        let bodyLength = onUpload == nil ? nil : try? request.endpointBody?.contentLength
        let exchange = Exchange(bodyLength: bodyLength, onUpload: onUpload)
        UploadBody.prepare(request, for: exchange) { [self] request, file in
            starting.async { [self] in start(request, file, exchange) }
        }
        return exchange
    }

    private func start(_ request: URLRequest, _ file: URL?, _ exchange: Exchange) {
        var request = request
        // Deadlines are not left to the session, which cuts fractions of a second off on Linux.
        let seconds = request.timeoutInterval.rounded(.up)
        if seconds != request.timeoutInterval { request.timeoutInterval = seconds }

        let method = HTTPMethod(rawValue: request.httpMethod ?? "GET")
        guard URLSession.resendsOnReusedConnections, !method.isIdempotent else {
            return delegate.start(session.task(for: request, file), for: exchange)
        }
        let delegate = SessionDelegate()
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: DelegateQueue())
        delegate.start(session.task(for: request, file), for: exchange)
        session.finishTasksAndInvalidate()
    }
}

extension URLSession {
    fileprivate func task(for request: URLRequest, _ file: URL?) -> URLSessionTask {
        file.map { uploadTask(with: request, fromFile: $0) } ?? dataTask(with: request)
    }
}
