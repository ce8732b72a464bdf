import Foundation

/// A transport that sends requests with `URLSession`.
///
/// ```swift
/// let configuration = URLSessionConfiguration.ephemeral
/// configuration.httpAdditionalHeaders = ["User-Agent": "Weather/2.1"]
/// let controller = EndpointController<APIError>(baseURL: staging, transport: URLSessionTransport(configuration))
/// ```
///
/// The fields in `httpAdditionalHeaders` are sent to every server, with every request that does not set them itself, so
/// credentials belong in middleware such as `BearerToken`. Without a configuration, the transport keeps no cache,
/// cookies or credentials.
///
/// On systems other than Apple's, this transport does not keep all promises of ``EndpointTransport``: files and streams
/// are read into memory before they are sent, the bytes that a slow reader has not read fill memory, and a server that
/// violates HTTP can end the process.
public final class URLSessionTransport: EndpointTransport {
    /// A transport with the default settings, whose connections its users share.
    public static let shared = URLSessionTransport()

    private let sessions: Result<SessionPool, EndpointTransportError>

    /// Creates a transport with its own sessions.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the sessions; by default nil, for a configuration without a cache,
    ///     cookies or stored credentials.
    ///   - settings: The settings of the connections, which take precedence over the configuration. On Apple platforms,
    ///     `clientCertificate`, `connectTimeout` and `unixSocket` are refused; elsewhere, all settings except
    ///     `connectionsPerHost` are. By default, a session opens up to six connections to a host (four on iOS).
    public init(_ configuration: URLSessionConfiguration? = nil, settings: ConnectionSettings = ConnectionSettings()) {
        sessions = Result { try SessionPool(configuration ?? .forgetful, settings) }.mapError { .invalidRequest($0) }
    }

    /// Sends a request and waits for the head of the response.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: The deadline, and the closure that receives the progress of the upload.
    /// - Returns: The head of the response, with any status of 200 or above, and the body, which may still be arriving.
    /// - Throws: ``EndpointTransportError``.
    public func send(
        _ request: OutgoingRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        if Task.isCancelled { throw .cancelled }
        return try await sessions.get().start(request.urlRequest, context).response()
    }
}
