import EndpointController
import Foundation
import TestSupport
import Testing

@Suite("EndpointCall", .timeLimit(.minutes(1)))
struct EndpointCallTests {
    private func api(
        rules: EndpointRules = EndpointRules(),
        answer respond: @escaping @Sendable (URLRequest) throws -> EndpointStreamedResponse
    ) -> Controller {
        Controller(baseURL: baseURL, transport: Answering { try respond($0) }, rules: rules)
    }

    private static func rules(_ limit: Int?) -> EndpointRules { EndpointRules(responseSizeLimit: limit) }

    @Test("Can be sent more than once, and keeps the base URL and the endpoint of its beginning")
    func repetition() async throws {
        final class Mutable: APIEndpointType {
            var relativeURLString = "a"
        }
        let sent = Collected<String?>()
        let api = api { request in
            sent.append(request.url?.absoluteString)
            return answer(to: request, chunks: ["[1]"])
        }
        let endpoint = Mutable()
        let call = try api.call(endpoint)
        endpoint.relativeURLString = "b"
        api.baseURL = url("https://other.example/")
        for _ in 1...2 { #expect(try await call.load(.data) == Data("[1]".utf8)) }
        #expect(sent.all == ["https://example.com/api/a", "https://example.com/api/a"])
    }

    @Test("Throws if the endpoint cannot build its request")
    func invalidRequest() throws {
        let error = #expect(throws: LoadError.self) { try Controller().call(GetNumbers()) }
        guard case .invalidRequest(_, EndpointRequestError.missingBaseURL) = error else { throw try #require(error) }
    }

    @Test("Prefers the endpoint's rules to the given, and the given to the controller's")
    func precedence() throws {
        let api = Controller(
            baseURL: baseURL,
            rules: EndpointRules(acceptedStatusCodes: [1], acceptedContentTypes: ["a/1"], timeout: .seconds(1)))
        let endpoint = RESTEndpoint(path: "x", rules: EndpointRules(timeout: .seconds(3)))
        let given = EndpointRules(acceptedContentTypes: ["a/2"], timeout: .seconds(2))
        var call = try api.call(endpoint, rules: given)
        #expect(call.rules.acceptedStatusCodes == [1])
        #expect(call.rules.acceptedContentTypes == ["a/2"])
        #expect(call.rules.timeout == .seconds(3))
        #expect(call.request.timeoutInterval == 3)
        call.rules.timeout = .seconds(4)
        #expect(call.request.timeoutInterval == 4)

        var request = URLRequest(url: baseURL)
        request.timeoutInterval = 5
        #expect(try api.call(Given(request), rules: given).rules.timeout == .seconds(5))
    }

    @Test(
        "Limits a body that is not held in memory by the endpoint's and the given limit, not by the controller's",
        arguments: [(2, nil, nil, true), (2, 4, nil, true), (9, 2, nil, false), (9, 9, 2, false), (2, 2, 9, true)])
    func sizeLimit(controllers: Int?, given: Int?, own: Int?, isAccepted: Bool) async throws {
        let api = api(rules: Self.rules(controllers)) { answer(to: $0, chunks: ["abc"]) }
        let call = try api.call(RESTEndpoint(path: "x", rules: Self.rules(own)), rules: Self.rules(given))
        #expect(call.rules.responseSizeLimit == own ?? given)
        let body = try? await call.stream().body.collected(upTo: 9)
        #expect((body != nil) == isAccepted)
        // In memory, the controller's limit counts too.
        let data = try? await call.load(.data)
        #expect((data != nil) == ((own ?? given ?? controllers ?? 0) >= 3))
    }

    @Test("Accepts statuses and sends header fields that are set after it was made")
    func changes() async throws {
        let api = api { answer(to: $0, $0.value(forHTTPHeaderField: "X-Mode") == "gone" ? 410 : 200) }
        var call = try api.call(RESTEndpoint(path: "x", rules: EndpointRules(acceptedStatusCodes: [200])))
        call.request.setValue("gone", forHTTPHeaderField: "X-Mode")
        await #expect(throws: LoadError.self) { try await call.load(.none) }
        call.rules.acceptedStatusCodes?.insert(410)
        #expect(try await call.load(.response).statusCode == 410)
        #expect(try await call.stream().statusCode == 410)
    }

    @Test(
        "May be sent again by the method, the key and the rule",
        arguments: [
            (HTTPMethod.get, [:], nil, true), (.post, [:], nil, false), (.post, ["Idempotency-Key": "1"], nil, true),
            (.post, [:], true, true), (.get, [:], false, false),
        ])
    func isRepeatable(method: HTTPMethod, fields: [String: String], rule: Bool?, expected: Bool) throws {
        let rules = EndpointRules(isRepeatable: rule)
        let endpoint = RESTEndpoint(method, path: "x", headerFields: fields, rules: rules)
        #expect(try Controller(baseURL: baseURL).call(endpoint).isRepeatable == expected)
    }

    @Test("Has an idle timeout instead of a deadline if it reports upload progress", arguments: [false, true])
    func idleTimeout(hasProgress: Bool) async throws {
        let deadlines = Collected<Duration?>()
        let progress = Collected<EndpointProgress>()
        let api = Controller(
            baseURL: baseURL, transport: Reporting(), middleware: [Looking { deadlines.append($1.timeLeft) }])
        let call = try api.call(RESTEndpoint(.post, path: "x", body: .text("note")))
        let onUpload: @Sendable (EndpointProgress) -> Void = { progress.append($0) }
        try await call.load(.none, onUpload: hasProgress ? onUpload : nil)
        #expect(deadlines.all.map { $0 == nil } == [hasProgress])
        #expect(progress.all == (hasProgress ? [EndpointProgress(completed: 4, total: 4)] : []))
    }

    /// A transport that reports the progress of an upload.
    private struct Reporting: EndpointTransport {
        func send(
            _ outgoing: OutgoingRequest,
            context: EndpointTransportContext
        ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
            let request = outgoing.urlRequest
            context.onUpload?(EndpointProgress(completed: 4, total: 4))
            return answer(to: request)
        }
    }

    @Test("Shows neither query values nor header fields, nor a secret path")
    func description() throws {
        let api = Controller(baseURL: baseURL)
        let endpoint = RESTEndpoint(path: "x?token=s3cret", headerFields: ["X-Key": "s3cret"])
        let call = try api.call(endpoint)
        var dumped = ""
        dump(call, to: &dumped)
        for text in ["\(call)", String(reflecting: call), dumped] { #expect(!text.contains("s3cret"), "\(text)") }
        #expect("\(call)" == "EndpointCall(GET https://example.com/api/x?token)")
        let secret = try api.call(RESTEndpoint(path: "s3cret"), rules: EndpointRules(hasSecretPath: true))
        #expect("\(secret)" == "EndpointCall(GET https://example.com/***)")
    }

    @Test("Makes a response without a body for errors about a stream, which hides a secret path")
    func response() async throws {
        let api = api { answer(to: $0, 202, fields: ["Location": "ops/1"], chunks: ["abc"]) }
        let call = try api.call(RESTEndpoint(path: "s3cret"), rules: EndpointRules(hasSecretPath: true))
        let response = EndpointResponse(try await call.stream(from: url("https://other.example/s3cret/")), to: call)
        #expect(response.body.isEmpty)
        #expect(response.location?.absoluteString == "https://other.example/s3cret/ops/1")
        #expect("\(response)".hasSuffix(" to GET https://other.example/***, 0 bytes"), "\(response)")
    }
}
