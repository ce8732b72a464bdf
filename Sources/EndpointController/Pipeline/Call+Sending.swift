import Endpoint
import Foundation

extension Call {
    private static let redirectLimit = 20

    /// Sends a request over a transport, and follows redirects (RFC 9110, section 15.4).
    ///
    /// - Parameters:
    ///   - request: The request, with the changes that middleware made.
    ///   - transport: The transport.
    ///   - context: The context for the transport.
    ///   - chain: The middleware of the call, which may ask whether the request that was sent last follows a redirect;
    ///     by default nil, for a call without middleware.
    /// - Returns: The response to the request that was sent last.
    /// - Throws: `EndpointTransportError`, `RefusedResponse`, or `EndpointRequestError` if no body stream can be made.
    func send(
        _ request: URLRequest,
        over transport: any EndpointTransport,
        _ context: EndpointTransportContext,
        _ chain: MiddlewareChain? = nil
    ) async throws -> EndpointStreamedResponse {
        var request = request
        var redirects = 0
        while true {
            // Middleware that blocked its thread may send the request after the deadline, before its task is cancelled.
            if let deadline = context.deadline, deadline <= .now { throw EndpointTransportError.timedOut }
            try request.checkForTransport()
            try request.renewBodyStream()
            chain?.hasRedirected = redirects > 0
            var response = try await transport.send(request, context: context)
            response.request = request
            guard !rules.acceptedStatusCodes.contains(response.head.statusCode) else { return response }
            do {
                let limit = Self.redirectLimit
                guard let next = try Redirect.request(after: response.head, to: request, of: self) else {
                    return response
                }
                guard redirects < limit else { throw EndpointRedirectError.tooMany(limit) }
                request = next
                redirects += 1
            } catch let error as EndpointRedirectError {
                throw RefusedResponse(response: response, error: error)
            }
        }
    }
}

/// The error for a response whose redirect was refused; the body of the response can still be read.
package struct RefusedResponse: LocalizedError {
    package let response: EndpointStreamedResponse
    let error: EndpointRedirectError

    package var errorDescription: String? { ErrorText.of(error) }
}

extension URLRequest {
    /// Replaces the stream of an endpoint's body with a new stream, because the old stream may have been read.
    fileprivate mutating func renewBodyStream() throws(EndpointRequestError) {
        guard httpBodyStream != nil, let body = endpointBody else { return }
        httpBodyStream = try body.makeInputStream()
    }
}
