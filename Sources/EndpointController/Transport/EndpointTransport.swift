/// An HTTP client that sends requests for a controller; by default ``URLSessionTransport/shared``.
///
/// A transport sends one request and returns the response as it arrives. ``EndpointController`` handles redirects,
/// deadlines, size limits, validation and parsing over any transport.
///
/// ```swift
/// struct Stub: EndpointTransport {
///     var json: String
///
///     func send(
///         _ request: URLRequest,
///         context: EndpointTransportContext
///     ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
///         let fields = ["Content-Type": "application/json"]
///         let head = EndpointResponseHead(url: request.url, statusCode: 200, headerFields: fields)
///         return EndpointStreamedResponse(head: head, body: EndpointResponseBody(Data(json.utf8)))
///     }
/// }
/// ```
///
/// A transport promises:
/// - It does not follow redirects, and it returns a 401 or 407 like any other response.
/// - A request whose method is not idempotent (RFC 9110, section 9.2.2) is sent at most once.
/// - An idempotent request whose reused connection turns out to be closed is sent again, whole, on another connection.
/// - When the task that waits is cancelled, the call throws ``EndpointTransportError/cancelled`` at once.
/// - A body that ends before its `Content-Length`, or within a chunk, throws ``EndpointTransportError/truncated(_:)``.
/// - A slow reader of the body does not fill memory.
/// - Heads with 250 fields and fields of 60,000 bytes arrive. An endless head throws
///   ``EndpointTransportError/notResponding(_:)`` and does not fill memory.
/// - The progress of an upload is reported in steps, up to its last byte.
/// - Content codings such as gzip are removed.
///
/// `ComplianceCheck.all` in the module `EndpointCompliance` checks a transport for all of this.
public protocol EndpointTransport: Sendable {
    /// Sends a request and waits for the head of the response.
    ///
    /// - Parameters:
    ///   - request: The complete request.
    ///   - context: The deadline, the batch size, and the closure that receives the progress of the upload.
    /// - Returns: The head of the response, of any status, and its body, which may still be arriving.
    /// - Throws: ``EndpointTransportError``.
    func send(
        _ request: URLRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse
}

extension EndpointTransport {
    /// Checks a request as a controller does, sends it without a deadline, and waits for the head of the response.
    ///
    /// - Parameter request: The complete request.
    /// - Returns: The head of the response, of any status, and its body, which may still be arriving.
    /// - Throws: ``EndpointTransportError``.
    public func send(_ request: URLRequest) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        try request.checkForTransport()
        return try await send(request, context: EndpointTransportContext())
    }
}
