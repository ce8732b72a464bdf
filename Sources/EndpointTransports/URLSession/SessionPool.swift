import Dispatch
import Endpoint
import Foundation

/// The sessions of a transport: a shared session and, where `URLSession` may send a request again by itself, a separate
/// session for each request that must not be repeated.
final class SessionPool: Sendable {
    private let starting = DispatchQueue(label: "Endpoint.SessionPool.starting")
    private let configuration: URLSessionConfiguration
    private let check: ServerCheck?
    private let shared: URLSession
    private let delegate: SessionDelegate

    /// Creates the sessions.
    ///
    /// - Throws: An error for a setting that `URLSession` cannot use, or for an invalid file.
    init(_ configuration: URLSessionConfiguration, _ settings: ConnectionSettings) throws {
        // A later change to the caller's object must not affect new sessions.
        let configuration = configuration.copy() as? URLSessionConfiguration ?? configuration
        if let count = settings.connectionsPerHost { configuration.httpMaximumConnectionsPerHost = count }
        self.configuration = configuration
        check = try settings.apply(to: configuration)
        (shared, delegate) = Self.makeSession(configuration, check)
    }

    deinit {
        shared.finishTasksAndInvalidate()
    }

    private static func makeSession(
        _ configuration: URLSessionConfiguration,
        _ check: ServerCheck?
    ) -> (URLSession, SessionDelegate) {
        let (delegate, queue) = (SessionDelegate(check), OperationQueue())
        queue.maxConcurrentOperationCount = 1
        // Calls wait for this queue. With the default quality of service, a busy system would run the threads of the
        // calls first.
        queue.qualityOfService = .userInitiated
        return (URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue), delegate)
    }

    /// Sends a request.
    ///
    /// The task is created on a separate queue: `URLSession` may wait for other requests before it creates a task, and
    /// that wait must not block the cooperative thread pool.
    func start(_ request: URLRequest, _ context: EndpointTransportContext) -> EndpointResponseChannel {
        let exchange = Exchange(request, context)
        request.prepare(for: exchange) { [self] request in
            starting.async { [self] in start(request, exchange) }
        }
        return exchange.channel
    }

    private func start(_ request: URLRequest, _ exchange: Exchange) {
        guard !exchange.channel.isAbandoned else { return }
        var request = request
        request.lengthenTimeout()
        if !URLSession.resendsOnReusedConnections || request.canBeResent {
            return delegate.start(shared.dataTask(with: request), for: exchange)
        }
        let (session, delegate) = Self.makeSession(configuration, check)
        delegate.start(session.dataTask(with: request), for: exchange)
        session.finishTasksAndInvalidate()
    }
}

extension ConnectionSettings {
    /// Throws an error that names the first setting that is set.
    func refuse(_ settings: KeyValuePairs<String, Bool>) throws {
        for (name, isSet) in settings where isSet {
            throw UnsendableRequest(description: "URLSession cannot use `\(name)`. On Linux, CurlTransport can.")
        }
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

    /// A Boolean value that indicates whether a session can send the request again without harm.
    ///
    /// On Linux, a session that sends a request again may send only a part of the body; the server then waits for
    /// the rest.
    fileprivate var canBeResent: Bool { httpBody == nil && httpBodyStream == nil && isIdempotent }
}
