import Endpoint
import Foundation

extension Pipeline {
    func collect(
        _ streamed: EndpointStreamedResponse,
        of call: Call,
        limit: Int?,
        onChunk: @Sendable () -> Void = {}
    ) async throws -> EndpointResponse {
        var response = EndpointResponse(to: call, streamed)
        do {
            for try await chunk in streamed.body {
                onChunk()
                let room = limit.map { $0 - response.body.count } ?? .max
                if response.body.isEmpty, chunk.count <= room {
                    response.body = chunk
                } else {
                    response.body.append(chunk.prefix(room))
                }
                if let limit, chunk.count > room {
                    throw EndpointError<ServerError>.responseTooLarge(response, limit: limit)
                }
            }
        } catch EndpointTransportError.truncated(let error) {
            throw EndpointError<ServerError>.truncatedResponse(response, error)
        }
        return response
    }

    /// Validates a response; the content type is not checked if `isEmpty` is true.
    func check(
        _ response: EndpointResponse,
        isEmpty: Bool,
        _ rules: EndpointRules
    ) throws(EndpointError<ServerError>) {
        guard rules.acceptedStatusCodes.contains(response.statusCode) else {
            throw .unacceptableStatus(
                response, ServerError.serverError(in: response, isAccepted: false, decoder: decoder))
        }
        guard isEmpty || MediaTypePattern.matches(response.contentType, rules.acceptedContentTypes) else {
            throw .unacceptableContentType(response)
        }
        do {
            try rules.responseValidator?(response)
        } catch {
            throw .unacceptableResponse(response, error)
        }
    }
}
