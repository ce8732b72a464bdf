import Endpoint

/// A transport that ends a call by itself when an alarm rings.
///
/// For any other transport a controller runs each call in a task that it can leave behind, which costs more than all
/// else that it does.
protocol InterruptibleTransport: EndpointTransport {
    /// Sends a request whose response is wanted whole, as `send(_:onUpload:)` does.
    ///
    /// The head of a response that has a short body may come when that is there too.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - alarm: When it rings, whatever waits for the response throws `EndpointTransportError.timedOut` at once.
    /// - Returns: The response.
    /// - Throws: `EndpointTransportError`.
    func send(_ request: URLRequest, until alarm: CallAlarm) async throws(EndpointTransportError)
        -> EndpointStreamedResponse
}
