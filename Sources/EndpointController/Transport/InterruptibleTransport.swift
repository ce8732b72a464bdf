package import Dispatch
import Endpoint

/// A transport that keeps a deadline by itself.
///
/// For any other transport a controller runs each call in a task that it can leave behind, which costs more than all
/// else that it does.
package protocol InterruptibleTransport: EndpointTransport {
    /// Sends a request, as `send(_:onUpload:)` does.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - deadline: When whatever waits for the response throws `EndpointTransportError.timedOut`.
    /// - Returns: The response.
    /// - Throws: `EndpointTransportError`.
    func send(_ request: URLRequest, until deadline: DispatchTime) async throws(EndpointTransportError)
        -> EndpointStreamedResponse
}
