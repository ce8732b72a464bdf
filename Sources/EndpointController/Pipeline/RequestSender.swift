import Endpoint
import Foundation

/// A request sender that follows redirects (RFC 9110, section 15.4) over any transport.
struct RequestSender: Sendable {
    static let redirectLimit = 20

    let transport: any EndpointTransport
    let call: Call
    let context: EndpointTransportContext
    /// Indicates to middleware whether a redirect asked for the request that was sent last; nil without middleware.
    var hasRedirected: Locked<Bool>?

    func send(_ request: URLRequest) async throws -> EndpointStreamedResponse {
        var request = request
        var redirects = 0
        while true {
            // Middleware that blocked its thread may send the request after the deadline, before its task is cancelled.
            if let deadline = context.deadline, deadline <= .now { throw EndpointTransportError.timedOut }
            try request.checkForTransport()
            try request.renewBodyStream()
            hasRedirected?.withLock { $0 = redirects > 0 }
            var response = try await transport.send(request, context: context)
            response.request = request
            guard !call.rules.acceptedStatusCodes.contains(response.head.statusCode) else { return response }
            do {
                let limit = Self.redirectLimit
                guard let next = try Redirect.request(after: response.head, to: request, of: call) else {
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
