import EndpointController
import Foundation
import Measuring

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Loads through middleware that does nothing, over a transport that answers from memory.
enum Middleware {
    private struct Passing: EndpointMiddleware {
        func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
            try await next(request)
        }
    }

    private struct Memory: EndpointTransport {
        private static let user = Data(#"{"id":867,"name":"Ada Lovelace","team":"R&D"}"#.utf8)

        func send(
            _ outgoing: OutgoingRequest,
            context: EndpointTransportContext
        ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
            let request = outgoing.urlRequest
            let fields = ["Content-Type": "application/json"]
            let head = EndpointResponseHead(url: request.url, statusCode: 200, headerFields: fields)
            return EndpointStreamedResponse(head: head, body: EndpointResponseBody(Self.user))
        }
    }

    static func measure(_ rounds: Rounds) async throws {
        let ways = [0, 1, 5, 20].map { count in
            let controller = EndpointController(
                baseURL: URL(string: "https://api.example.com/"),
                transport: Memory(),
                middleware: Array(repeating: Passing(), count: count))
            return AsyncWay("controller", size: count) {
                _ = try await controller.load(GetUser(id: 867).parsed(as: User.self))
            }
        }
        for series in try await rounds.time("middleware", calls: 500, ways) { try series.write() }
    }
}
