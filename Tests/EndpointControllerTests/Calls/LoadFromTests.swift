import EndpointController
import Foundation
import TestSupport
import Testing

@Suite("An endpoint loaded from another URL", .timeLimit(.minutes(1)))
struct LoadFromTests {
    /// A search whose request has a credential and fields that are none.
    private struct Search: APIEndpointType, PayloadProviderType, RulesProviderType {
        typealias Payload = [Int]
        var rules = EndpointRules()
        let method = HTTPMethod.post
        let relativeURLString = "search"
        let headerFields = ["X-Key": "s3cret", "X-Tenant": "7", "Accept-Language": "de"]
        let body: HTTPBody? = .text("query")
    }

    private static let other = url("https://other.example/next?page=2")

    /// The requests that were sent.
    private let sent = Collected<URLRequest>()

    private func api(
        _ middleware: any EndpointMiddleware...,
        answer respond: @escaping @Sendable (URLRequest) -> EndpointStreamedResponse = {
            answer(to: $0, fields: ["Content-Type": "application/json"], chunks: ["[1]"])
        }
    ) -> Controller {
        let transport = Answering { [sent] request in
            sent.append(request)
            return respond(request)
        }
        return Controller(baseURL: baseURL, transport: transport, middleware: middleware)
    }

    /// The names of the fields of a search that a request has.
    private func fields(_ request: URLRequest) -> [String] {
        Search().headerFields.keys.filter { request.value(forHTTPHeaderField: $0) != nil }.sorted()
    }

    @Test("Sends the same request to the other URL, with load, loadWithResponse, stream and a call")
    func everyWay() async throws {
        let api = api()
        let home = url("https://example.com/jobs/7")
        #expect(try await api.load(Search(), from: home) == [1])
        let (payload, response) = try await api.loadWithResponse(Search(), from: home)
        #expect(payload == [1] && response.request.url == home)
        #expect(try await api.stream(Search(), from: home).body.collected(upTo: 9) == Data("[1]".utf8))
        #expect(try await api.call(Search()).load(.json as PayloadParser<[Int]>, from: home) == [1])
        _ = try await api.load(Search(), from: nil)
        #expect(sent.all.map(\.url) == [home, home, home, home, url("https://example.com/api/search")])
        for request in sent.all {
            #expect(request.httpMethod == "POST" && request.httpBody == Data("query".utf8))
            #expect(fields(request) == ["Accept-Language", "X-Key", "X-Tenant"])
        }
    }

    @Test("Keeps the endpoint's own fields and the middleware's credentials at their origin")
    func credentials() async throws {
        let bases = Collected<URL?>()
        let api = api(BearerToken("t0ken"), Looking { _, next in bases.append(next.baseURL) })
        for page in [Self.other, url("https://example.com/2"), url("http://example.com/3")] {
            _ = try await api.load(Search(rules: EndpointRules(portableHeaderFields: ["x-tenant"])), from: page)
        }
        #expect(
            sent.all.map(fields) == [
                ["Accept-Language", "X-Tenant"], ["Accept-Language", "X-Key", "X-Tenant"],
                ["Accept-Language", "X-Tenant"],
            ])
        #expect(sent.all.map { $0.value(forHTTPHeaderField: "Authorization") } == [nil, "Bearer t0ken", nil])
        #expect(bases.all == [baseURL, baseURL, baseURL])
    }

    @Test("Follows redirects from the other URL, and sends no field back to the first origin that was dropped")
    func redirects() async throws {
        let api = api { request in
            request.url == Self.other
                ? answer(to: request, 307, fields: ["Location": "https://example.com/home"])
                : answer(to: request, chunks: ["[1]"])
        }
        #expect(try await api.load(Search(), from: Self.other) == [1])
        #expect(sent.all.map(\.url) == [Self.other, url("https://example.com/home")])
        #expect(sent.all.map(fields) == [["Accept-Language"], ["Accept-Language"]])
    }

    @Test("Refuses another origin for a secret body, with a text about the URL")
    func secretBody() async throws {
        let search = Search(rules: EndpointRules(hasSecretBody: true))
        let api = api()
        _ = try await api.load(search, from: url("https://example.com/2"))
        for stream in [false, true] {
            let error = await #expect(throws: LoadError.self) {
                if stream {
                    _ = try await api.stream(search, from: Self.other)
                } else {
                    _ = try await api.load(search, from: Self.other)
                }
            }
            guard case .invalidRequest(_, EndpointRedirectError.secretBody) = error else { throw try #require(error) }
            #expect(
                error?.description == "The request cannot be made: The URL \"https://other.example/next?page\" has "
                    + "another origin, which must not get or answer a request with a secret in its body. (POST https://example.com/api/search)"
            )
        }
        #expect(sent.all.count == 1)
    }

    @Test("Refuses a URL that cannot be requested", arguments: ["ftp://a.example/", "next", "https://me@a.example/"])
    func invalidURL(text: String) async throws {
        let error = await #expect(throws: LoadError.self) { try await api().load(Search(), from: url(text)) }
        #expect(error?.kind == .invalidRequest)
        #expect(sent.all.isEmpty)
    }

    @Test(
        "Resolves a Location against the URL of the request that was answered",
        arguments: [
            ("ops/1", "https://example.com/v1/jobs/ops/1"), ("/ops/1?a=%2F", "https://example.com/ops/1?a=%2F"),
            ("//other.example", "https://other.example"), ("?a", "https://example.com/v1/jobs/?a"),
            ("../x#part", "https://example.com/v1/x#part"), ("", nil), ("mailto:a@example.com", nil),
            ("https://me@example.com/", nil), ("ops/1, ops/2", nil), ("https://example.com:65536/", nil),
        ])
    func location(value: String, expected: String?) async throws {
        let transport = Answering { request in
            request.url == baseURL
                ? answer(to: request, 307, fields: ["Location": "/v1/jobs/#top"])
                : answer(to: request, 202, fields: ["Location": value])
        }
        let endpoint = RESTEndpoint(.post, path: "").parsed(by: .response)
        let response = try await Controller(baseURL: baseURL, transport: transport).load(endpoint)
        #expect(response.location?.absoluteString == expected)
    }

    @Test("Polls the job that a 202 names, and returns nil without a Location")
    func polling() async throws {
        let api = api { [sent] request in
            let isDone = sent.all.count == 3
            let fields = isDone ? [:] : ["Location": "ops/1"]
            return answer(to: request, isDone ? 200 : 202, fields: fields, chunks: ["[1]"])
        }
        let job = RESTEndpoint<[Int]>(path: "jobs/")
        var (payload, response) = try await api.loadWithResponse(job)
        while let url = response.location { (payload, response) = try await api.loadWithResponse(job, from: url) }
        #expect(payload == [1])
        let paths = sent.all.map { $0.url?.path(percentEncoded: true) }
        #expect(paths == ["/api/jobs/", "/api/jobs/ops/1", "/api/jobs/ops/ops/1"])
    }
}
