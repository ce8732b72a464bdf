import EndpointTransports
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A transport that answers from memory, with the header fields of a typical response.
struct Memory: EndpointTransport {
    private static let fields: [(name: String, value: String)] = [
        ("Content-Type", "application/json; charset=utf-8"), ("Cache-Control", "private, max-age=3600"),
        ("ETag", "W/\"7a38bf81f383f69433ad6e900d35b3e2385593f76a7b7ab5d4355b8ba41ee24b\""), ("Content-Length", "46"),
        ("Vary", "Accept, Accept-Encoding"), ("Server", "example.com"), ("X-RateLimit-Limit", "5000"),
        ("X-RateLimit-Remaining", "4999"), ("X-Content-Type-Options", "nosniff"), ("X-Request-Id", "0F1E:4A2B:1C3D"),
    ]

    func send(
        _ outgoing: OutgoingRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        let request = outgoing.urlRequest
        let head = EndpointResponseHead(url: request.url, statusCode: 200, fieldLines: Self.fields)
        let user = Data(#"{"id":867,"name":"Ada Lovelace","team":"R&D"}"#.utf8)
        return EndpointStreamedResponse(head: head, body: EndpointResponseBody(user))
    }
}
