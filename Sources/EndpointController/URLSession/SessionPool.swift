import Endpoint
import Foundation

/// The sessions of a transport: one that lives as long as the transport, and one for each request that must not be sent
/// on a connection that was used before.
final class SessionPool: Sendable {
    private let starting = DispatchQueue(label: "Endpoint.SessionPool.starting")
    private let session: URLSession
    private let delegate = SessionDelegate()

    init(_ configuration: URLSessionConfiguration) {
        // On Linux what goes out on it has no body, so nobody listens how that gets on, and there is no file to remove.
        session = URLSession(
            configuration: configuration, delegate: delegate, delegateQueue: DelegateQueue(isInPlace: true))
    }

    deinit {
        session.finishTasksAndInvalidate()
    }

    /// Sends a request.
    ///
    /// - Returns: Where to read the response, at once: `URLSession` may wait for other requests before it makes a task,
    ///   which no thread of Swift's concurrency should be held up by.
    func start(_ request: URLRequest, _ context: EndpointTransportContext) -> EndpointResponseChannel {
        let bodyLength = context.onUpload == nil ? nil : try? request.endpointBody?.contentLength
        let exchange = Exchange(context, bodyLength: bodyLength)
        UploadBody.prepare(request, for: exchange) { [self] request, file in
            starting.async { [self] in start(request, file, exchange) }
        }
        return exchange.channel
    }

    private func start(_ request: URLRequest, _ file: URL?, _ exchange: Exchange) {
        guard !exchange.channel.isAbandoned else { return }
        var request = request
        // Deadlines are not left to the session, which cuts fractions of a second off on Linux: it has longer.
        if request.timeoutInterval != 60 { request.timeoutInterval = max(request.timeoutInterval, 0).rounded(.up) + 5 }

        // On Linux a scheme in upper case is none that is known.
        if let url = request.url?.withLowercaseScheme { request.url = url }

        guard URLSession.resendsOnReusedConnections, !request.canBeResent(file) else {
            return delegate.start(session.task(for: request, file), for: exchange)
        }
        let delegate = SessionDelegate()
        let session = URLSession(
            configuration: self.session.configuration, delegate: delegate,
            delegateQueue: DelegateQueue(isInPlace: false))
        delegate.start(session.task(for: request, file), for: exchange)
        session.finishTasksAndInvalidate()
    }
}

extension URLSession {
    fileprivate func task(for request: URLRequest, _ file: URL?) -> URLSessionTask {
        file.map { uploadTask(with: request, fromFile: $0) } ?? dataTask(with: request)
    }
}

extension URLRequest {
    /// Whether it does no harm when a session sends the request again.
    ///
    /// On Linux the body is not read from its start then, so that the server waits for the rest of it.
    fileprivate func canBeResent(_ file: URL?) -> Bool {
        file == nil && httpBody == nil && httpBodyStream == nil
            && HTTPMethod(rawValue: httpMethod ?? "GET").isIdempotent
    }
}

extension URL {
    /// The URL with its scheme as RFC 3986, section 6.2.2.1, would have it written; nil if it is so already.
    fileprivate var withLowercaseScheme: URL? {
        guard let scheme, scheme != scheme.lowercased() else { return nil }
        return URL(string: scheme.lowercased() + absoluteString.dropFirst(scheme.count))
    }
}
