#if AsyncHTTPClient
public import AsyncHTTPClient
public import EndpointTransports
import Foundation
public import NIOCore
import NIOHTTPCompression

/// A transport that sends requests with async-http-client, for server-side programs.
///
/// ```swift
/// let controller = EndpointController<APIError>(baseURL: staging, transport: AsyncHTTPClientTransport.shared)
/// ```
///
/// The transport is available only if the package trait `AsyncHTTPClient` is on. Except with an existing client that
/// uses HTTP/2, it uses HTTP/1.1, and reuses connections, each of which carries one request at a time. The body of a
/// request is read on a separate thread if it contains a stream or a file, or is larger than 64 KiB. A gzip response
/// body that the client decompresses is reported as truncated if it has more than one member (RFC 1952, section 2.2),
/// or if it is empty and sent in chunks.
///
/// If a connection closes before the response begins, the transport sends the request once more, on another
/// connection. It does so only if the body can be read again, and either no part of the request was sent, or the method
/// is idempotent (RFC 9110, section 9.2.2) and the connection has carried a response before. Otherwise, it throws
/// `EndpointTransportError.notResponding(_:)`. A connection that waited more than two seconds for its first request
/// counts as one that has carried a response. So does every connection of an existing client.
public final class AsyncHTTPClientTransport: EndpointTransport {
    /// A transport with its own connections, on the shared event loops of the process.
    public static let shared = AsyncHTTPClientTransport()

    let client: HTTPClient
    /// A Boolean value that indicates whether the transport created the client, and so shuts it down.
    let isOwner: Bool
    let loops: EventLoopBalance

    /// Creates a transport with its own connections, which it closes when it is released.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the client; by default `HTTPClient.Configuration.forEndpoints`. The
    ///     transport overrides the settings for redirects, decompression and the version of HTTP: the client does not
    ///     follow redirects, decompresses gzip and deflate, and uses HTTP/1.1.
    ///   - eventLoopGroup: The event loops on which the client runs; by default the shared event loops of the process.
    public init(
        configuration: HTTPClient.Configuration = .forEndpoints,
        eventLoopGroup: any EventLoopGroup = HTTPClient.defaultEventLoopGroup
    ) {
        var configuration = configuration
        configuration.redirectConfiguration = .disallow
        configuration.decompression = .enabled(limit: .none)
        // `ResponseGuard` cannot protect connections over HTTP/2.
        configuration.httpVersion = .http1Only
        let initializer = configuration.http1_1ConnectionDebugInitializer
        configuration.http1_1ConnectionDebugInitializer = { channel in
            ResponseGuard.add(to: channel).flatMap {
                initializer?(channel) ?? channel.eventLoop.makeSucceededVoidFuture()
            }
        }
        client = HTTPClient(eventLoopGroup: eventLoopGroup, configuration: configuration)
        isOwner = true
        loops = EventLoopBalance(eventLoopGroup)
    }

    /// Creates a transport with an existing client, which the transport does not shut down.
    ///
    /// Other code may use the client too. The controller follows redirects instead of the client, even if the client is
    /// configured to follow them. The body of a redirect with a `Location` is dropped, except with the status 300.
    /// Bodies are decompressed only if the client is configured to decompress them.
    ///
    /// A response with a status below 100 can end the process: only the client of
    /// ``init(configuration:eventLoopGroup:)`` refuses such a response. Over HTTP/2, a valid response that arrives
    /// during an upload can end the process too, so create the client with `HTTPClient.Configuration.forEndpoints`,
    /// which turns HTTP/2 off.
    ///
    /// - Parameter client: The client, such as `HTTPClient(configuration: .forEndpoints)`.
    public init(_ client: HTTPClient) {
        self.client = client
        isOwner = false
        loops = EventLoopBalance(client.eventLoopGroup)
    }

    deinit {
        if isOwner { client.shutdown { _ in } }
    }

    /// Sends a request and waits for the head of the response.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: The deadline, and the closure that receives the progress of the upload.
    /// - Returns: The head of the response, with any status of 200 or above, and the body, which may still be arriving.
    /// - Throws: `EndpointTransportError`.
    public func send(
        _ request: OutgoingRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        let exchange = try HTTPExchange(request, context, self)
        do {
            return try await exchange.response()
        } catch let first {
            guard exchange.canBeRepeated(after: first) else { throw first }
            do throws(EndpointTransportError) {
                return try await HTTPExchange(request, context, self).response()
            } catch .unreachable where exchange.isHeadSent {
                // "Unreachable" would mean that nothing was sent.
                throw first
            }
        }
    }
}
#endif
