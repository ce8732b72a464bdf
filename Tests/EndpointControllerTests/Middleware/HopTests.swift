import EndpointController
import Foundation
import TestSupport
import Testing

/// Tests of middleware that handles each request, redirects included.
@Suite(.timeLimit(.minutes(1))) struct HopTests {
    struct Sign: EndpointMiddleware {
        var seesEachRequest: Bool { true }
        func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
            var request = request
            #expect(request.value(forHTTPHeaderField: "X-Signature") == nil)
            request.setValue(
                "\(request.httpMethod ?? "") \(request.url?.host() ?? "") \(next.attempt)",
                forHTTPHeaderField: "X-Signature")
            return try await next(request)
        }
    }

    struct Redirecting: EndpointTransport {
        let sent: Collected<String>
        func send(
            _ outgoing: OutgoingRequest, context: EndpointTransportContext
        ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
            let request = outgoing.urlRequest
            sent.append(request.value(forHTTPHeaderField: "X-Signature") ?? "-")
            let isFirst = request.url?.host() == "a.example"
            let head = EndpointResponseHead(
                url: request.url, statusCode: isFirst ? 307 : 200,
                headerFields: isFirst ? ["Location": "https://b.example/x"] : ["Content-Type": "text/plain"])
            return EndpointStreamedResponse(head: head, body: EndpointResponseBody(Data("x".utf8)))
        }
    }

    @Test func signsEachRequestOfACall() async throws {
        let sent = Collected<String>()
        let api = EndpointController<EndpointDefaultServerError>(
            transport: Redirecting(sent: sent), middleware: [Sign(), FixedParts(headerFields: ["X-Key": "1"])])
        let response = try await api.load(Given(url: "https://a.example/").parsed(by: .response))
        #expect(sent.all == ["GET a.example 1", "GET b.example 2"])
        #expect(response.request.value(forHTTPHeaderField: "X-Signature") == "GET b.example 2")
    }
}
