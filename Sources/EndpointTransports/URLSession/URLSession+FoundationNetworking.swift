#if canImport(FoundationNetworking)
import Dispatch
import Endpoint
import Foundation

extension URLSession {
    /// A Boolean value that indicates whether a session sends even a POST again when a reused connection turns out to
    /// be closed.
    static let resendsOnReusedConnections = true

    /// The answer to the challenge of a proxy: the call gets the response of the proxy.
    static let answerToProxies = AuthChallengeDisposition.rejectProtectionSpace

    /// Indicates whether an error with the code `cannotConnectToHost` may have a cause other than a failed or refused
    /// connection.
    ///
    /// If one address of a host refuses the connection, each later error of the request has this code, even if another
    /// address has received the request. So if the error has a text from libcurl, the code is trusted only if that text
    /// is about connecting.
    static func mayMisreport(_ error: any Error) -> Bool {
        guard let text = (error as? URLError)?.userInfo[NSLocalizedDescriptionKey] as? String else { return false }
        return !["failed to connect", "couldn't connect", "could not connect", "connection refused"]
            .contains(where: text.lowercased().contains)
    }
}

extension ConnectionSettings {
    /// Applies the settings to a configuration, and returns nil: here, a session has no server trust.
    func apply(to configuration: URLSessionConfiguration) throws -> ServerCheck? {
        try refuse([
            "certificateAuthorities": certificateAuthorities != nil, "clientCertificate": clientCertificate != nil,
            "pinnedPublicKeys": !pinnedPublicKeys.isEmpty, "proxy": proxy != .system,
            "connectTimeout": connectTimeout != nil, "unixSocket": unixSocket != nil,
        ])
        return nil
    }
}

extension URLSessionTask {
    private static let cancelling = DispatchQueue(label: "Endpoint.URLSessionTask.cancelling")

    /// Cancels the task, which is no longer needed, after one second.
    ///
    /// Cancelling a task just as it completes can end or block the process, and many calls are abandoned just then.
    func abandon() {
        Self.cancelling.asyncAfter(deadline: .now() + 1) { [weak self] in
            if let self, state == .running { cancel() }
        }
    }

    /// Does nothing: here, `suspend()` closes the connection, and `resume()` sends the request again.
    func pause(untilDrained channel: EndpointResponseChannel) {}
}

extension URLRequest {
    /// Calls a closure with a request that a session can send.
    ///
    /// A session does not recognise a scheme in upper case, and would remove dot segments from a path, and so load
    /// another resource. While a session waits for a stream, no other request of the process continues, so a separate
    /// thread reads the stream into memory first.
    func prepare(for exchange: Exchange, _ start: @escaping @Sendable (URLRequest) -> Void) {
        var request = self
        if let url {
            let (scheme, path) = (url.scheme ?? "", url.path(percentEncoded: true) + "/")
            guard path.range(of: "/./") == nil, path.range(of: "/../") == nil else {
                let text = "URLSession would remove the dot segments from the path of the URL."
                return exchange.channel.finish(throwing: .invalidRequest(UnsendableRequest(description: text)))
            }
            request.url = URL(string: scheme.lowercased() + url.absoluteString.dropFirst(scheme.count)) ?? url
        }
        guard let stream = httpBodyStream else { return start(request) }
        let length = bodyLength
        request.httpBodyStream = nil
        // From here on, the stream belongs to the new thread, which it may block for any length of time.
        nonisolated(unsafe) let source = stream
        Thread.detachNewThread { [request] in
            var request = request
            do {
                request.httpBody = try source.readToEnd(length, for: exchange)
                start(request)
            } catch {
                exchange.channel.finish(throwing: .invalidRequest(error))
            }
        }
    }
}

extension InputStream {
    fileprivate func readToEnd(_ length: Int64?, for exchange: Exchange) throws -> Data {
        open()
        defer { close() }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var body = Data()
        while !exchange.channel.isAbandoned, body.count <= length ?? .max {
            let count = read(&buffer, maxLength: buffer.count)
            if count == 0 { break }
            guard count > 0 else {
                // Asking a stream without an error for its error would end the process.
                throw (streamStatus == .error ? streamError : nil) ?? CocoaError(.fileReadUnknown)
            }
            body.append(contentsOf: buffer[..<count])
            // Nothing has been sent yet, but the idle timeout has to restart.
            exchange.reportProgress(0)
        }
        if let length, body.count != length, !exchange.channel.isAbandoned {
            let found = body.count < length ? "\(body.count)" : "more"
            throw UnsendableRequest.contentLength("\(length)", bodyHas: found)
        }
        return body
    }
}
#endif
