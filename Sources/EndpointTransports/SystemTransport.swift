import Endpoint
import Foundation

/// The transport of the system on which the program runs: ``CurlTransport`` on Linux, and ``URLSessionTransport``
/// on all other systems.
///
/// On Linux, a program without a suitable libcurl also uses `URLSessionTransport`.
///
/// ```swift
/// var settings = ConnectionSettings()
/// settings.certificateAuthorities = URL(filePath: "/etc/ledger/ca.pem")
/// let controller = EndpointController<APIError>(baseURL: ledger, transport: SystemTransport(settings))
/// ```
public struct SystemTransport: EndpointTransport {
    /// The default transport of controllers, which share its connections.
    public static let shared = SystemTransport()

    private let transport: any EndpointTransport

    /// Creates a transport with its own connections.
    ///
    /// - Parameter settings: The settings of the connections. A setting that the system's transport does not have, and
    ///   a wrong file, are reported by the first request.
    public init(_ settings: ConnectionSettings = ConnectionSettings()) {
        #if os(Linux)
        transport = CurlTransport.isAvailable ? CurlTransport(settings) : URLSessionTransport(settings: settings)
        #else
        transport = URLSessionTransport(settings: settings)
        #endif
    }

    /// Sends a request and waits for the head of the response.
    ///
    /// - Parameters:
    ///   - request: The complete request.
    ///   - context: The deadline, and the closure that receives the progress of the upload.
    /// - Returns: The head of the response, with any status of 200 or above, and the body, which may still be arriving.
    /// - Throws: ``EndpointTransportError``.
    public func send(
        _ request: OutgoingRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        try await transport.send(request, context: context)
    }
}
