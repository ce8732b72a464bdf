import EndpointTransports
import Foundation

/// A transport that answers with an entity tag and any `Cache-Control`, even a value that a stub refuses.
struct TaggedResponse: EndpointTransport {
    let cacheControl: String

    func send(
        _ outgoing: OutgoingRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        let request = outgoing.urlRequest
        let fields = ["Cache-Control": cacheControl, "ETag": "\"1\""]
        let head = EndpointResponseHead(url: request.url, statusCode: 200, headerFields: fields)
        return EndpointStreamedResponse(head: head, body: EndpointResponseBody(Data([1])))
    }
}
