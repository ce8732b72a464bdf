import Endpoint

/// A transport that ends a call by itself when an alarm rings.
///
/// For any other transport a controller runs each call in a task that it can leave behind, which costs more than all
/// else that it does.
protocol InterruptibleTransport: EndpointTransport {
    /// Sends a request, as `send(_:onUpload:)` does.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - alarm: When it rings, whatever waits for the response throws `EndpointTransportError.timedOut` at once.
    /// - Returns: The response.
    /// - Throws: `EndpointTransportError`.
    func send(_ request: URLRequest, until alarm: CallAlarm) async throws(EndpointTransportError)
        -> EndpointStreamedResponse
}
