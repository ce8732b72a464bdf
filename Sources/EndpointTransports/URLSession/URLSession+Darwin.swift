#if !canImport(FoundationNetworking)
import Endpoint
import Foundation

extension URLSession {
    /// A Boolean value that indicates whether a session sends even a POST again when a reused connection turns out to
    /// be closed.
    static let resendsOnReusedConnections = false

    /// The answer to the challenge of a proxy: the session may use credentials that the system has for the proxy.
    static let answerToProxies = AuthChallengeDisposition.performDefaultHandling

    /// Indicates whether an error with the code `cannotConnectToHost` may have a cause other than a failed or refused
    /// connection.
    static func mayMisreport(_ error: any Error) -> Bool { false }
}

extension ConnectionSettings {
    /// Applies the settings to a configuration, and returns the check of servers; nil for the system's.
    func apply(to configuration: URLSessionConfiguration) throws -> ServerCheck? {
        try refuse([
            "clientCertificate": clientCertificate != nil, "connectTimeout": connectTimeout != nil,
            "unixSocket": unixSocket != nil,
        ])
        switch proxy {
        case .system: break
        case .none: configuration.connectionProxyDictionary = [:]
        case .url(let url):
            guard url.scheme == "http", let host = url.host(percentEncoded: false), let port = url.port, url.user == nil
            else {
                let text = "`proxy` needs a URL such as http://proxy.example.com:3128, without a user name."
                throw UnsendableRequest(description: text)
            }
            // The constants of these keys do not exist on all of Apple's systems.
            configuration.connectionProxyDictionary = [
                "HTTPEnable": 1, "HTTPProxy": host, "HTTPPort": port,
                "HTTPSEnable": 1, "HTTPSProxy": host, "HTTPSPort": port,
            ]
        }
        return try ServerTrust(self)?.credential
    }
}

extension URLSessionTask {
    /// Cancels the task, which is no longer needed.
    func abandon() {
        cancel()
    }

    /// Stops receiving until the channel is drained.
    func pause(untilDrained channel: EndpointResponseChannel) {
        suspend()
        channel.whenDrained { self.resume() }
    }
}

extension URLRequest {
    /// Calls a closure with a request that a session can send.
    ///
    /// If an endpoint's body cannot be read to its end, its stream does not end, so the exchange is abandoned. A stream
    /// that has been opened before is replaced or refused, because a session that gets such a stream ends the process.
    func prepare(for exchange: Exchange, _ start: @escaping @Sendable (URLRequest) -> Void) {
        let channel = exchange.channel
        var request = self
        if let stream = httpBodyStream, stream.streamStatus != .notOpen {
            guard let new = try? endpointBody?.makeInputStream() else {
                let error = EndpointRequestError.unreadableStream(CocoaError(.fileReadUnknown))
                return channel.finish(throwing: .invalidRequest(error))
            }
            request.httpBodyStream = new
        }
        request.httpBodyStream?.onBodyFailure { channel.abandon(.invalidRequest($0)) }
        start(request)
    }
}
#endif
