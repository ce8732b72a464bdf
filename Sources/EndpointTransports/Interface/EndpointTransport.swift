/// An HTTP client that sends requests for a controller, which uses ``SystemTransport/shared`` by default.
///
/// Each call to ``send(_:context:)`` takes one request and returns the response, whose body may still be arriving. With
/// any transport, `EndpointController` handles redirects, deadlines, size limits, validation and parsing.
///
/// ```swift
/// struct Stub: EndpointTransport {
///     var json: String
///
///     func send(
///         _ request: OutgoingRequest,
///         context: EndpointTransportContext
///     ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
///         let fields = ["Content-Type": "application/json"]
///         let head = EndpointResponseHead(url: request.urlRequest.url, statusCode: 200, headerFields: fields)
///         return EndpointStreamedResponse(head: head, body: EndpointResponseBody(Data(json.utf8)))
///     }
/// }
/// ```
///
/// Every transport has to keep these promises:
/// - It does not follow redirects, and it returns a 401 or 407 like any other response.
/// - A request whose method is not idempotent (RFC 9110, section 9.2.2) is sent at most once.
/// - An idempotent request whose reused connection turns out to be closed is sent again, whole, on another connection,
///   if its body can be read again.
/// - When the waiting task is cancelled, the call throws ``EndpointTransportError/cancelled`` at once.
/// - A body that is shorter than its `Content-Length`, or ends before the last chunk of the chunked transfer coding,
///   throws ``EndpointTransportError/truncated(_:)``.
/// - A body that is read slowly does not fill memory.
/// - A head with 250 fields, or with a field of 60,000 bytes, arrives whole. An endless head throws
///   ``EndpointTransportError/notResponding(_:)`` and does not fill memory.
/// - Bytes are delivered as they arrive, and the progress of an upload is reported in steps, up to the last byte.
/// - A body with the content coding gzip is decoded.
///
/// To check a transport, run the checks in `ComplianceCheck.all`, from the module `EndpointCompliance`.
public protocol EndpointTransport: Sendable {
    /// Sends a request and waits for the head of the response.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: The deadline, and a closure that receives the progress of the upload.
    /// - Returns: The head of the response, with any status of 200 or above, and the body, which may still be arriving.
    /// - Throws: ``EndpointTransportError``.
    func send(
        _ request: OutgoingRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse
}

extension EndpointTransport {
    /// Checks a request as a controller does, sends it, and waits for the head of the response.
    ///
    /// - Parameters:
    ///   - request: The complete request.
    ///   - context: The deadline, and a closure that receives the progress of the upload; by default neither.
    /// - Returns: The head of the response, with any status of 200 or above, and the body, which may still be arriving.
    /// - Throws: ``EndpointTransportError``.
    public func send(
        _ request: URLRequest,
        context: EndpointTransportContext = EndpointTransportContext()
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        try await send(OutgoingRequest(request), context: context)
    }
}
