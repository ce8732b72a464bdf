import EndpointStreaming
import Foundation

/// An endpoint with a stream of events or lines.
struct Feed: EndpointType, MethodProviderType, URLProviderType {
    var method = HTTPMethod.get
    var url = URL(string: "https://example.com/feed")
}

/// A transport that answers each request with a body.
struct BodyTransport: EndpointTransport {
    var contentType = "text/event-stream"
    var body: @Sendable () -> EndpointResponseBody

    func send(
        _ outgoing: OutgoingRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        let request = outgoing.urlRequest
        let head = EndpointResponseHead(url: request.url, statusCode: 200, headerFields: ["Content-Type": contentType])
        return EndpointStreamedResponse(head: head, body: body())
    }
}
