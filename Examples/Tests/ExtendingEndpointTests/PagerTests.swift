import EndpointTesting
import ExtendingEndpoint
import Foundation
import Testing

@Suite struct PagerTests {
    private let stub = StubTransport()

    private func pager() async throws -> TwoWayPager<Int, EndpointDefaultServerError> {
        let baseURL = URL(string: "https://tracker.example.com/api/")
        let token = BearerToken("s3cret")
        let api = EndpointController(baseURL: baseURL, transport: stub, middleware: [token])
        return try await TwoWayPager(api, from: RESTEndpoint<Void>(path: "numbers"))
    }

    private func answer(_ path: String, _ json: String) {
        stub.on(RequestMatcher(path: path), answer: .json(text: json))
    }

    @Test func walksInBothDirections() async throws {
        answer("/api/numbers", #"{"results": [3], "next": "/api/4", "previous": "https://tracker.example.com/api/2"}"#)
        answer("/api/4", #"{"results": [4], "next": null, "previous": "numbers"}"#)
        answer("/api/2", #"{"results": [2], "next": "numbers"}"#)
        var pager = try await pager()
        #expect(pager.items == [3])
        #expect(try await pager.goForward() == [4])
        #expect(try await pager.goForward() == nil)
        #expect(try await pager.goBack() == [3])
        #expect(try await pager.goBack() == [2])
        #expect(try await pager.goBack() == nil)
        #expect(pager.items == [2])
        for call in stub.calls { try call.expectHeaderField("Authorization", "Bearer s3cret") }
    }

    @Test func keepsTheTokenFromAnotherOrigin() async throws {
        answer("/api/numbers", #"{"results": [1], "next": "https://other.example.com/2"}"#)
        answer("/2", #"{"results": [2]}"#)
        var pager = try await pager()
        #expect(try await pager.goForward() == [2])
        #expect(stub.calls.map { $0.value(forHTTPHeaderField: "Authorization") } == ["Bearer s3cret", nil])
    }

    @Test func staysAtItsPageAfterAFailure() async throws {
        answer("/api/numbers", #"{"results": [1], "next": "2"}"#)
        stub.on(RequestMatcher(path: "/api/2"), answer: .status(503), .json(text: #"{"results": [2]}"#))
        var pager = try await pager()
        await #expect(throws: EndpointError<EndpointDefaultServerError>.self) { try await pager.goForward() }
        #expect(pager.items == [1])
        #expect(try await pager.goForward() == [2])
    }

    @Test func throwsForAReferenceThatIsNotAURL() async throws {
        answer("/api/numbers", #"{"results": [1], "next": "file:///etc/passwd"}"#)
        let error = await #expect(throws: EndpointError<EndpointDefaultServerError>.self) { _ = try await pager() }
        #expect(error?.kind == .parsing)
    }
}
