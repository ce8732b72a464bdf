import Dispatch
import Foundation

/// A transport that sends requests with `URLSession`, and works around faults of `URLSession` on Linux.
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
/// On Linux, a body of more than 1 MiB is copied to a temporary file before any of it is sent, and a shorter file or
/// stream is read into memory. So the length of the body is known, and the call can be cancelled at any moment.
public final class URLSessionTransport: EndpointTransport {
    /// The default transport of controllers, which share its connections.
    public static let shared = URLSessionTransport()

    private let sessions: SessionPool

    /// Creates a transport with its own sessions.
    ///
    /// - Parameter configuration: The configuration of the sessions; by default nil, for a configuration without a
    ///   cache, cookies or stored credentials.
    public init(_ configuration: URLSessionConfiguration? = nil) {
        sessions = SessionPool(configuration ?? .forgetful)
    }

    /// Sends a request and waits for the head of the response.
    ///
    /// - Parameters:
    ///   - request: The complete request; an invalid one, such as one whose `Content-Length` is not the length of its
    ///     body, is refused.
    ///   - context: The deadline, and the closure that receives the progress of the upload.
    /// - Returns: The head of the response, with any status of 200 or above, and the body, which may still be arriving.
    /// - Throws: ``EndpointTransportError``.
    public func send(
        _ request: URLRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        if Task.isCancelled { throw .cancelled }
        // `URLSession` sends a wrong `Content-Length` as it is, and the server would wait for the rest of the body.
        try request.checkForTransport()
        return try await sessions.start(request, context).response()
    }
}
