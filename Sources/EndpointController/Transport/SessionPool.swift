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
        let exchange = Exchange(onUpload: onUpload)
        starting.async { [self] in start(request, exchange) }
        return exchange
    }

    private func start(_ request: URLRequest, _ exchange: Exchange) {
        var request = request
        // Deadlines are not left to the session, and fractions of a second are cut off on Linux.
        request.timeoutInterval = request.timeoutInterval.rounded(.up) + Self.grace

        // On Linux a scheme in upper case is none that is known.
        request.url = request.url?.withLowercaseScheme

        guard URLSession.resendsOnReusedConnections, !request.canBeResent else {
            return delegate.start(session.dataTask(with: request), for: exchange)
        }
        let delegate = SessionDelegate()
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: DelegateQueue())
        delegate.start(session.dataTask(with: request), for: exchange)
        session.finishTasksAndInvalidate()
    }
}

extension URLRequest {
    /// Whether it does no harm when a session sends the request again.
    ///
    /// On Linux the body is not read from its start then, so that the server waits for the rest of it.
    fileprivate var canBeResent: Bool {
        httpBody == nil && httpBodyStream == nil && HTTPMethod(rawValue: httpMethod ?? "GET").isIdempotent
    }
}

extension URL {
    /// The URL with its scheme as RFC 3986, section 6.2.2.1, would have it written.
    fileprivate var withLowercaseScheme: URL {
        guard let scheme, scheme != scheme.lowercased() else { return self }
        return URL(string: scheme.lowercased() + absoluteString.dropFirst(scheme.count)) ?? self
    }
}
