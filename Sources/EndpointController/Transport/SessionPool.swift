import Endpoint
import Foundation

/// The sessions of a transport: one that lives as long as the transport, and one for each request that must not be sent
/// on a connection that was used before.
final class SessionPool: Sendable {
    /// How much longer than its request says a task may go on, in seconds, before the session itself ends it.
    private static let grace: TimeInterval = 5

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
        // Deadlines are not left to the session, and fractions of a second are cut off on Linux.
        request.timeoutInterval = request.timeoutInterval.rounded(.up) + Self.grace

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
