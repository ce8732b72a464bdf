#if os(Linux)
import CCurl
import Endpoint
import EndpointSupport
import Foundation

/// A transport over libcurl, which every program with `URLRequest` has loaded on Linux.
///
/// ```swift
/// var settings = ConnectionSettings()
/// settings.certificateAuthorities = URL(filePath: "/etc/ledger/ca.pem")
/// let controller = EndpointController<APIError>(baseURL: ledger, transport: CurlTransport(settings))
/// ```
///
/// A thread of the transport sends all requests, over HTTP/1.1. It keeps up to 64 connections to each host, and reuses
/// them. A request that is not idempotent reuses only a connection that was in use within the last second: servers
/// close connections that are idle for longer, and a request that is sent at that moment is lost.
///
/// libcurl is found when the program runs. If it is missing, or older than 7.76, each call throws
/// ``EndpointTransportError/invalidRequest(_:)``.
public final class CurlTransport: EndpointTransport {
    /// A transport with the default settings, whose connections its users share.
    public static let shared = CurlTransport()

    /// A Boolean value that indicates whether the program has a libcurl that the transport can use.
    public static var isAvailable: Bool { ccurl_version() != 0 }

    private let settings: ConnectionSettings
    private let loop = Locked<CurlLoop?>(nil)

    /// Creates a transport with its own connections, which are closed when the transport is released and its requests
    /// have ended.
    ///
    /// - Parameter settings: The settings of the connections. Wrong files and keys are reported by the first request.
    public init(_ settings: ConnectionSettings = ConnectionSettings()) {
        self.settings = settings
    }

    deinit { loop.withLock { $0?.add(.stop) } }

    /// Sends a request and waits for the head of the response.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: The closure that receives the progress of the upload.
    /// - Returns: The head of the response, with any status of 200 or above, and the body, which may still be arriving.
    /// - Throws: ``EndpointTransportError``, in which errors of libcurl are ``CurlError``.
    public func send(
        _ request: OutgoingRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        if Task.isCancelled { throw .cancelled }
        let exchange = CurlExchange(request, context, settings, try runningLoop())
        exchange.loop.add(.start(exchange))
        exchange.channel.whenAbandoned { [weak exchange] in exchange.map { $0.loop.add(.cancel($0)) } }
        return try await exchange.channel.response()
    }

    /// Returns the loop of the transport, which begins with the first request.
    private func runningLoop() throws(EndpointTransportError) -> CurlLoop {
        var obstacle: String {
            guard let version = ccurl_version_text() else { return "libcurl (libcurl.so.4) was not found." }
            return "CurlTransport needs libcurl 7.76 or later, and found \(String(cString: version))."
        }
        guard Self.isAvailable else { throw .invalidRequest(UnsendableRequest(description: obstacle)) }
        if ccurl_is_forked() {
            let text = "This process was forked, and does not have the thread that sends requests."
            throw .invalidRequest(UnsendableRequest(description: text))
        }
        let loop = loop.withLock { loop in
            loop = loop ?? CurlLoop(connectionsPerHost: max(settings.connectionsPerHost ?? 64, 1))
            return loop
        }
        guard let loop else { throw .unreachable(POSIXError(.EMFILE)) }
        return loop
    }
}
#endif
