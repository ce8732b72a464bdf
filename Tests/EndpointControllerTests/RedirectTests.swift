import Endpoint
import EndpointController
import EndpointTesting
import Foundation
import TestSupport
import Testing

@Suite("Redirects: the method and the header fields of the next request (RFC 9110, section 15.4)")
struct RedirectTests {
    private struct Step: APIEndpointType {
        let method: HTTPMethod
        let relativeURLString = "first"
        let headerFields = ["Content-MD5": "Q2hlY2sgSW50ZWdyaXR5IQ==", "Content-Language": "en", "X-Trace": "7"]
        var body: HTTPBody? { method == .get || method == .head ? nil : .text("the body") }
    }

    @Test(
        "Changes POST to GET after 301, 302 and 303, and other methods except HEAD after 303 only",
        arguments: [
            (301, HTTPMethod.post, HTTPMethod.get), (302, .post, .get), (303, .post, .get), (307, .post, .post),
            (308, .post, .post), (301, .put, .put), (302, .delete, .delete), (303, .put, .get), (303, .head, .head),
        ])
    func method(status: Int, method: HTTPMethod, next: HTTPMethod) async throws {
        let sent = Locked<[URLRequest]>([])
        let transport = Answering { request in
            let isFirst = sent.withLock { sent in
                sent.append(request)
                return sent.count == 1
            }
            return isFirst ? answer(to: request, status, fields: ["Location": "second"]) : answer(to: request, 200)
        }
        let api = EndpointController<EndpointDefaultServerError>(
            baseURL: URL(string: "https://example.com/"), transport: transport)
        _ = try await api.load(Step(method: method), parser: .none)
        let last = try #require(sent.withLock(\.last))
        #expect(last.url?.path == "/second")
        #expect(last.httpMethod == next.rawValue)
        let keepsBody = next != .get && next != .head
        #expect((last.httpBody != nil) == keepsBody)
        #expect(last.value(forHTTPHeaderField: "X-Trace") == "7")
        let isOther = next != method
        for name in ["Content-MD5", "Content-Language"] {
            #expect((last.value(forHTTPHeaderField: name) == nil) == isOther)
        }
    }
}
