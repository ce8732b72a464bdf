import EndpointSupport
import EndpointTesting
import Foundation
import TestSupport
import Testing

@Suite(
    "Redirects: the method and the header fields of the next request (RFC 9110, section 15.4)",
    .timeLimit(.minutes(1)))
struct RedirectTests {
    private struct Step: APIEndpointType {
        let method: HTTPMethod
        let relativeURLString = "first"
        let headerFields = [
            "Content-MD5": "Q2hlY2sgSW50ZWdyaXR5IQ==", "Content-Language": "en", "Content-Digest": "sha-256=:YQ==:",
            "Repr-Digest": "sha-256=:YQ==:", "Expect": "100-continue", "X-Trace": "7",
            "Content-Range": "bytes 0-7/8", "Content-Disposition": "inline", "If-Match": "\"v1\"",
            "Last-Modified": "Sat, 01 Nov 2025 10:00:00 GMT", "If-None-Match": "*",
            "If-Modified-Since": "Sat, 01 Nov 2025 10:00:00 GMT", "If-Range": "\"v1\"",
            "If-Unmodified-Since": "Sat, 01 Nov 2025 10:00:00 GMT",
        ]
        var body: HTTPBody? { method == .get || method == .head ? nil : .text("the body") }
    }

    @Test(
        "Follows a redirect to another origin under the rule of a secret body only without a body",
        arguments: [302, 307])
    func secretBody(status: Int) async throws {
        let asked = Collected<String>()
        let transport = Answering { request in
            asked.append("\(request.httpMethod ?? "") \(request.url?.host() ?? "") \(request.httpBody?.count ?? 0)")
            let isFirst = request.url?.host() == "example.com"
            return isFirst
                ? answer(to: request, status, fields: ["Location": "https://other.example.com/"]) : answer(to: request)
        }
        let api = Controller(
            baseURL: URL(string: "https://example.com/"), transport: transport,
            rules: EndpointRules(hasSecretBody: true))
        try await api.load(RESTEndpoint<Void>(path: ""))
        for body in [HTTPBody.text("s3cret"), .stream { InputStream(data: Data("s3cret".utf8)) }] {
            let error = await #expect(throws: LoadError.self) {
                try await api.load(RESTEndpoint<Void>(.post, path: "", body: body))
            }
            guard case .redirectNotFollowed(_, .secretBody("https://other.example.com/")) = error else {
                throw try #require(error)
            }
        }
        #expect(
            asked.all == [
                "GET example.com 0", "GET other.example.com 0", "POST example.com 6", "POST example.com 0",
            ])
    }

    @Test("Follows 20 redirects, but not 21")
    func limit() async throws {
        let sent = Collected<URLRequest>()
        let transport = Answering { request in
            sent.append(request)
            return answer(to: request, 302, fields: ["Location": "\(sent.all.count)"])
        }
        let api = Controller(baseURL: baseURL, transport: transport)
        let error = await #expect(throws: LoadError.self) { try await api.load(RESTEndpoint<Data>(path: "0")) }
        guard case .redirectNotFollowed(_, .tooMany) = error else { throw try #require(error) }
        #expect(sent.all.count == 21)
    }

    @Test("Follows 20 redirects in each attempt")
    func limitOfEachAttempt() async throws {
        let transport = Answering { request in
            let number = request.url.flatMap { Int($0.lastPathComponent) } ?? 0
            return number < 20 ? answer(to: request, 302, fields: ["Location": "\(number + 1)"]) : answer(to: request)
        }
        let api = Controller(baseURL: baseURL, transport: transport, middleware: [Again(times: 2)])
        let response = try await api.load(RESTEndpoint(path: "0").parsed(by: .response))
        #expect(response.request.url?.lastPathComponent == "20")
    }

    /// Middleware that sends eight copies of a request at once.
    private struct AtOnce: EndpointMiddleware {
        let hops: Collected<Int>

        func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
            try await withThrowingTaskGroup { group in
                for _ in 0..<8 { group.addTask { try await next(request) } }
                for try await response in group { hops.append(response.redirects) }
                return try await next(request)
            }
        }
    }

    @Test("Counts the redirects of each request by itself, when middleware sends several at once")
    func limitOfRequestsAtOnce() async throws {
        let transport = Answering { request in
            await Task.yield()
            let number = request.url.flatMap { Int($0.lastPathComponent) } ?? 0
            return number < 3 ? answer(to: request, 302, fields: ["Location": "\(number + 1)"]) : answer(to: request)
        }
        let hops = Collected<Int>()
        let api = Controller(baseURL: baseURL, transport: transport, middleware: [AtOnce(hops: hops)])
        try await api.load(RESTEndpoint<Void>(path: "0"))
        #expect(hops.all == Array(repeating: 3, count: 8))
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
        _ = try await api.load(Step(method: method).parsed(by: .none))
        let last = try #require(sent.withLock(\.last))
        #expect(last.url?.path == "/second")
        #expect(last.httpMethod == next.rawValue)
        let keepsBody = next != .get && next != .head
        #expect((last.httpBody != nil) == keepsBody)
        #expect(last.value(forHTTPHeaderField: "X-Trace") == "7")
        let isOther = next != method
        for name in Step(method: method).headerFields.keys where name != "X-Trace" {
            #expect((last.value(forHTTPHeaderField: name) == nil) == isOther, "\(name)")
        }
    }

    @Test(
        "Inherits the fragment of the request if the location has none (RFC 9110, section 10.2.2)",
        arguments: [("/b", "/b#top%20a"), ("/b#own", "/b#own"), ("/b#", "/b#"), ("//h/b?c", "//h/b?c#top%20a")])
    func fragment(location: String, expected: String) async throws {
        let transport = Answering { request in
            let isFirst = request.url?.path == "/a"
            return answer(to: request, isFirst ? 302 : 200, fields: isFirst ? ["Location": location] : [:])
        }
        let api = Controller(baseURL: url("http://h/"), transport: transport)
        let response = try await api.load(RESTEndpoint(path: "a#top a").parsed(by: .response))
        let base = expected.hasPrefix("//") ? "http:" : "http://h"
        #expect(response.request.url?.absoluteString == base + expected)
    }

    @Test("Refuses a redirect with two Location lines", arguments: ["c", "", "b"])
    func twoLocations(second: String) async throws {
        let transport = Answering { request in
            let lines = [("Location", "b"), ("location", second)].map { (name: $0, value: $1) }
            return EndpointStreamedResponse(
                head: EndpointResponseHead(url: request.url, statusCode: 302, fieldLines: lines),
                body: EndpointResponseBody(Data()))
        }
        let api = Controller(baseURL: url("http://h/"), transport: transport)
        let error = await #expect(throws: LoadError.self) { try await api.load(RESTEndpoint<Void>(path: "a")) }
        guard case .redirectNotFollowed(_, .invalidLocation) = error else { throw try #require(error) }
    }

    @Test(
        "Refuses several locations that URLSession joins", arguments: ["b, c", "/x, ", "?a=1, ?a=2", "/x, http://h/"])
    func joinedLocations(location: String) async throws {
        let transport = Answering { answer(to: $0, 302, fields: ["Location": location]) }
        let api = Controller(baseURL: url("http://h/"), transport: transport)
        let error = await #expect(throws: LoadError.self) { try await api.load(RESTEndpoint<Void>(path: "a")) }
        guard case .redirectNotFollowed(_, .invalidLocation) = error else { throw try #require(error) }
    }

    @Test("Refuses a redirect to a request that the transport cannot send, and says why")
    func unsendable() async throws {
        struct Reason: LocalizedError {
            var errorDescription: String? { "The host is odd." }
        }
        let transport = Answering { request in
            guard request.url?.host == "h" else { throw EndpointTransportError.invalidRequest(Reason()) }
            return answer(to: request, 302, fields: ["Location": "http://0177.0.0.1/b?key=s3cret"], chunks: ["moved"])
        }
        let api = Controller(transport: transport)
        let error = await #expect(throws: LoadError.self) {
            try await api.load(try Given(url: "http://h/a").parsed(by: .none))
        }
        #expect(error?.kind == .redirectNotFollowed && error?.response?.request.url == url("http://h/a"))
        let words = #"leads to "http://0177.0.0.1/b?key", where the request cannot be sent: The host is odd."#
        #expect(error?.description.contains(words) == true, "\(String(describing: error))")
        let direct = await #expect(throws: LoadError.self) {
            try await api.load(try Given(url: "http://0177.0.0.1/").parsed(by: .none))
        }
        #expect(direct?.kind == .invalidRequest)
    }

    @Test("Applies the size limit to the body of a redirect that is refused")
    func largeRefusedRedirect() async throws {
        let transport = Answering { answer(to: $0, 302, fields: ["Location": "ftp://example.com/"], chunks: ["12345"]) }
        for (limit, kind) in [(4, EndpointErrorKind.responseTooLarge), (5, .redirectNotFollowed)] {
            let api = EndpointController<EndpointDefaultServerError>(
                baseURL: URL(string: "https://example.com/"), transport: transport,
                rules: EndpointRules(responseSizeLimit: limit))
            let error = await #expect(throws: EndpointError<EndpointDefaultServerError>.self) {
                try await api.load(RESTEndpoint(path: "x").parsed(by: .none))
            }
            #expect(error?.kind == kind)
        }
    }

    @Test("Carries to another origin only fields without credentials, as they were before middleware changed them")
    func portableFields() async throws {
        let portable = [
            "Accept", "Accept-Language", "Cache-Control", "Content-Script-Type", "Date", "Expect", "Idempotency-Key",
            "If-None-Match", "Last-Event-ID", "Pragma", "Prefer", "Range", "User-Agent",
        ]
        let sent = Collected<URLRequest>()
        let transport = Answering { request in
            sent.append(request)
            let isFirst = request.url?.host == "example.com"
            return isFirst
                ? answer(to: request, 302, fields: ["Location": "https://other.example/x"]) : answer(to: request, 200)
        }
        let api = EndpointController<EndpointDefaultServerError>(
            baseURL: URL(string: "https://example.com/"), transport: transport)
        let fields = Dictionary(uniqueKeysWithValues: (portable + ["X-Key", "Cookie"]).map { ($0, "7") })
        try await api.load(RESTEndpoint(path: "first", headerFields: fields).parsed(by: .none))
        let last = try #require(sent.all.last)
        #expect(last.url?.host == "other.example")
        #expect(last.allHTTPHeaderFields?.keys.sorted() == portable)
    }

    @Test("Forwards a body to another origin with the fields that describe it, even if middleware adds the fields")
    func encodedBody() async throws {
        let sent = Locked<[URLRequest]>([])
        let transport = Answering { request in
            sent.withLock { $0.append(request) }
            let isFirst = request.url?.host == "example.com"
            return isFirst
                ? answer(to: request, 307, fields: ["Location": "https://other.example/x"]) : answer(to: request, 200)
        }
        let api = EndpointController<EndpointDefaultServerError>(
            baseURL: URL(string: "https://example.com/"), transport: transport, middleware: [Encoding()])
        _ = try await api.load(Step(method: .post).parsed(by: .none))
        let last = try #require(sent.withLock(\.last))
        #expect(last.url?.host == "other.example")
        #expect(last.httpBody == Encoding.body)
        #expect(last.value(forHTTPHeaderField: "Content-Encoding") == "gzip")
        #expect(last.value(forHTTPHeaderField: "Content-Type") == "application/octet-stream")
        #expect(last.value(forHTTPHeaderField: "Content-Digest") == "sha-256=:Yg==:")
        #expect(last.value(forHTTPHeaderField: "Repr-Digest") == "sha-256=:Yg==:")
        #expect(last.value(forHTTPHeaderField: "ETag") == "\"v2\"")
        #expect(last.value(forHTTPHeaderField: "Last-Modified") == "Sat, 01 Nov 2025 10:00:00 GMT")
        #expect(last.value(forHTTPHeaderField: "Content-Length") == "2")
        #expect(last.value(forHTTPHeaderField: "Accept-Charset") == nil)
        // Without its key, the request might be carried out twice.
        #expect(last.value(forHTTPHeaderField: "Idempotency-Key") == "k-1")
    }

    /// A middleware that sends another body, and describes it.
    private struct Encoding: EndpointMiddleware {
        static let body = Data([0x1F, 0x8B])

        func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
            var request = request
            request.httpBody = Self.body
            request.setValue("gzip", forHTTPHeaderField: "Content-Encoding")
            request.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
            request.setValue("sha-256=:Yg==:", forHTTPHeaderField: "Content-Digest")
            request.setValue("sha-256=:Yg==:", forHTTPHeaderField: "Repr-Digest")
            request.setValue("\"v2\"", forHTTPHeaderField: "ETag")
            request.setValue("2", forHTTPHeaderField: "Content-Length")
            request.setValue("utf-8", forHTTPHeaderField: "Accept-Charset")
            request.setValue("k-1", forHTTPHeaderField: "Idempotency-Key")
            return try await next(request)
        }
    }
}
