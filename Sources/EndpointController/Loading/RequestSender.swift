import Endpoint
import Foundation

/// Sends a request and follows redirects (RFC 9110, section 15.4), over any transport.
struct RequestSender: Sendable {
    static let redirectLimit = 20

    let transport: any EndpointTransport
    let call: Call
    let onUpload: (@Sendable (EndpointProgress) -> Void)?
    /// For a response that is read to its end: when the call is over, and the transport that keeps to it.
    var deadline: (time: DispatchTime, transport: any InterruptibleTransport)?

    /// How much of such a response is waited for at first: no more than shows that it is too large.
    private var batchSize: Int { min(max(call.rules.responseSizeLimit ?? .max, 0), 65_535) + 1 }

    func send(_ request: URLRequest) async throws -> EndpointStreamedResponse {
        var request = request
        var redirects = 0
        while true {
            try request.renewBodyStream()
            call.sent.withLock { $0 = request }
            let response = try await response(to: request)
            guard !call.rules.acceptedStatusCodes.contains(response.head.statusCode) else { return response }
            do {
                let limit = Self.redirectLimit
                guard let next = try Redirect.request(after: response.head, to: request, of: call.request) else {
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

extension RequestSender {
    private func response(to request: URLRequest) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        if let deadline {
            return try await deadline.transport.send(request, until: deadline.time, batchSize: batchSize)
        }
        return try await transport.send(request, onUpload: onUpload)
    }
}

/// A response that arrived but is not to be had, with what arrives of its body.
struct RefusedResponse: LocalizedError {
    let response: EndpointStreamedResponse
    let error: any Error

    var errorDescription: String? { ErrorText.of(error) }
}

extension URLRequest {
    /// Replaces a stream that may have been read by one that has not.
    fileprivate mutating func renewBodyStream() throws(EndpointRequestError) {
        guard httpBodyStream != nil, let body = endpointBody else { return }
        httpBodyStream = try body.makeInputStream()
    }
}
