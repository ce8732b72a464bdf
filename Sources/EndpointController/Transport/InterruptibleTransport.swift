package import Dispatch
import Endpoint

/// A transport that keeps a deadline by itself.
///
/// For any other transport a controller runs each call in a task that it can leave behind, which costs more than all
/// else that it does.
package protocol InterruptibleTransport: EndpointTransport {
    /// Sends a request whose response is read to its end, else as `send(_:onUpload:)` does.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - deadline: When whatever waits for the response throws `EndpointTransportError.timedOut`.
    ///   - batchSize: How many bytes of the body are waited for at first, unless it ends before, so that a small
    ///     response wakes the caller once. If that is 0, and for redirects, nothing but the head is waited for.
    /// - Returns: The response.
    /// - Throws: `EndpointTransportError`.
    func send(
        _ request: URLRequest,
        until deadline: DispatchTime,
        batchSize: Int
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse
}
