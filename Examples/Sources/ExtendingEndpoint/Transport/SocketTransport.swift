public import EndpointController
import Foundation

/// A transport over sockets: HTTP/1.1 without TLS, with a thread for each request and connections that are reused.
public struct SocketTransport: EndpointTransport {
    private let pool = ConnectionPool()

    public init() {}

    public func send(
        _ request: OutgoingRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        if Task.isCancelled { throw .cancelled }
        let origin: Origin
        do { origin = try Origin(of: request) } catch { throw .unreachable(error) }
        let channel = EndpointResponseChannel()
        let exchange = Exchange(RequestWriter(request, origin, context.onUpload), channel, pool)
        channel.whenAbandoned { exchange.cancel() }
        Thread.detachNewThread { exchange.run() }
        return try await channel.response()
    }
}

/// The host and the port to connect to.
struct Origin: Hashable {
    let host: String
    let port: Int
    /// The value of the field `Host` (RFC 9110, section 7.2).
    let authority: String

    init(of request: OutgoingRequest) throws(SocketError) {
        guard let url = request.urlRequest.url, url.scheme?.lowercased() == "http",
            let host = URLComponents(url: url, resolvingAgainstBaseURL: true)?.encodedHost
        else { throw .needsTLS }
        self.host = host.trimmingCharacters(in: ["[", "]"])
        port = url.port ?? 80
        authority = url.port.map { "\(host):\($0)" } ?? host
    }
}
