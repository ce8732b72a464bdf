import Endpoint
import Foundation

extension Pipeline {
    /// Sends the request and, if the head is accepted, returns the response, whose body may still be arriving.
    ///
    /// The timeout of the call is an idle timeout, which restarts when a part of a body is sent or arrives.
    func stream(_ call: Call) async throws(EndpointError<ServerError>) -> EndpointStreamedResponse {
        var streamed = try await reporting(call) {
            try await withDeadline(of: call) { postpone in
                try await acceptedHead(of: call, postpone)
            }
        }
        let body = streamed.body
        let response = EndpointResponse(to: call, streamed)
        let count = Locked<Int64>(0)
        streamed.body = EndpointResponseBody {
            try await reporting(call) {
                let chunk = try await nextChunk(of: body, in: response, call)
                let total = count.withLock { count in
                    count += Int64(chunk?.count ?? 0)
                    return count
                }
                if let limit = call.rules.streamSizeLimit, total > limit {
                    throw EndpointError<ServerError>.responseTooLarge(response, limit: limit)
                }
                return chunk
            }
        }
        return streamed
    }

    func nextChunk(
        of body: EndpointResponseBody,
        in response: EndpointResponse,
        _ call: Call
    ) async throws -> Data? {
        do {
            return try await nextChunk(of: body, call)
        } catch EndpointTransportError.truncated(let error) {
            throw EndpointError<ServerError>.truncatedResponse(response, error)
        }
    }

    /// Sends the request and validates the head of the response.
    ///
    /// If the status is not accepted, the body is read into memory, for the error.
    private func acceptedHead(
        of call: Call,
        _ postpone: @escaping @Sendable (Duration) -> Void
    ) async throws -> EndpointStreamedResponse {
        let streamed = try await send(call, EndpointTransportContext { _ in postpone(.zero) }, postpone)
        var response = EndpointResponse(to: call, streamed)
        if !call.rules.acceptedStatusCodes.contains(response.statusCode) {
            response = try await collect(streamed, of: call, limit: call.rules.responseSizeLimit) { postpone(.zero) }
        }
        try check(response, isEmpty: response.hasNoBody, call.rules)
        return streamed
    }
}

extension EndpointResponse {
    /// A Boolean value that indicates whether the head or the request's method says that there is no body (RFC 9112,
    /// section 6.3).
    fileprivate var hasNoBody: Bool {
        statusCode == 204 || statusCode == 304 || request.httpMethod == "HEAD" || headerField("Content-Length") == "0"
    }
}
