import Endpoint
import Foundation

/// The sessions of a transport: a shared session and, on Linux, a separate session for each request that needs a new
/// connection.
final class SessionPool: Sendable {
    private struct Shared {
        var session: URLSession
        var delegate: SessionDelegate
        /// The delegates of replaced sessions that may still have tasks.
        var left: [SessionDelegate] = []
    }

    /// The maximum number of replaced sessions that still have tasks.
    ///
    /// Beyond it, each request gets its own session, as a POST on Linux always does: such a session ends with its task.
    private static let leftLimit = 16

    private let starting = DispatchQueue(label: "Endpoint.SessionPool.starting")
    private let configuration: URLSessionConfiguration
    private let shared: Locked<Shared>

    init(_ configuration: URLSessionConfiguration) {
        // A later change to the caller's object must not affect new sessions.
        let configuration = configuration.copy() as? URLSessionConfiguration ?? configuration
        self.configuration = configuration
        let (session, delegate) = Self.makeSession(configuration, isInPlace: true)
        shared = Locked(Shared(session: session, delegate: delegate))
    }

    deinit {
        shared.withLock { $0.session.finishTasksAndInvalidate() }
    }

    /// Creates a session, which on Linux calls its delegate in place if `isInPlace` is true.
    ///
    /// Only the shared session may do so: on Linux, its requests have no body, so the delegate never calls code from
    /// outside the library.
    private static func makeSession(
        _ configuration: URLSessionConfiguration,
        isInPlace: Bool
    ) -> (URLSession, SessionDelegate) {
        let delegate = SessionDelegate()
        let queue = DelegateQueue(isInPlace: isInPlace)
        return (URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue), delegate)
    }

    /// Returns the shared session, first replacing it if it has too many abandoned tasks; nil if `leftLimit` does not
    /// allow that.
    private func sharedSession() -> (URLSession, SessionDelegate)? {
        shared.withLock { shared in
            if shared.delegate.abandonedCount >= URLSession.abandonedLimit {
                shared.left.removeAll { $0.isIdle }
                guard shared.left.count < Self.leftLimit else { return nil }
                shared.left.append(shared.delegate)
                shared.session.finishTasksAndInvalidate()
                (shared.session, shared.delegate) = Self.makeSession(configuration, isInPlace: true)
            }
            return (shared.session, shared.delegate)
        }
    }

    /// Sends a request.
    ///
    /// The task is created on a separate queue: `URLSession` may wait for other requests before it creates a task, and
    /// that wait must not block the cooperative thread pool.
    func start(_ request: URLRequest, _ context: EndpointTransportContext) -> EndpointResponseChannel {
        let bodyLength = context.onUpload == nil ? nil : request.bodyLength
        let exchange = Exchange(context, bodyLength: bodyLength)
        if let url = request.url, URLSession.changesPath(of: url) {
            let text = "URLSession on Linux would remove the dot segments from the path of the URL."
            exchange.complete(.invalidRequest(UnsendableRequest(text: text)))
            return exchange.channel
        }
        UploadBody.prepare(request, for: exchange) { [self] request, file in
            starting.async { [self] in start(request, file, exchange) }
        }
        return exchange.channel
    }

    private func start(_ request: URLRequest, _ file: URL?, _ exchange: Exchange) {
        guard !exchange.channel.isAbandoned else { return }
        var request = request
        request.lengthenTimeout()

        // On Linux, `URLSession` does not recognise a scheme in upper case.
        if let url = request.url?.withLowercaseScheme { request.url = url }

        if !URLSession.resendsOnReusedConnections || request.canBeResent(file),
            let (session, delegate) = sharedSession()
        {
            return delegate.start(session.task(for: request, file), for: exchange)
        }
        let (session, delegate) = Self.makeSession(configuration, isInPlace: false)
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
    /// Makes the session's timeout longer than the call's, and at least 60 seconds; keeps the default of 60 seconds.
    ///
    /// On Linux, a session ignores fractions of a second, and an infinite timeout would end the process. Also, ending a
    /// task during its name look-up holds up all tasks.
    fileprivate mutating func lengthenTimeout() {
        guard timeoutInterval != 60 else { return }
        let timeout = timeoutInterval > 0 ? min(timeoutInterval, 604_800) : 604_800
        timeoutInterval = max(timeout + 5, 60).rounded(.up)
    }

    /// Indicates whether a session can send the request again without harm.
    ///
    /// On Linux, a session that sends a request again may send only a part of the body; the server then waits for
    /// the rest.
    fileprivate func canBeResent(_ file: URL?) -> Bool {
        file == nil && httpBody == nil && httpBodyStream == nil
            && isIdempotent
    }
}

extension URL {
    /// The URL with its scheme in lower case (RFC 3986, section 6.2.2.1); nil if that changes nothing.
    fileprivate var withLowercaseScheme: URL? {
        guard let scheme, scheme != scheme.lowercased() else { return nil }
        return URL(string: scheme.lowercased() + absoluteString.dropFirst(scheme.count))
    }
}
