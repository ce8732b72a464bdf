import EndpointController
import Foundation
import TestSupport
import Testing

/// Tests of the checks of a request's origin.
@Suite(.timeLimit(.minutes(1))) struct OriginTests {
    @Test(arguments: [
        ("https://example.com/api/", "https://example.com/other", true),
        ("https://example.com/api/", "HTTPS://EXAMPLE.com:443/", true),
        ("http://example.com/", "http://example.com:80/x", true),
        ("https://example.com/", "http://example.com/", false),
        ("https://example.com/", "https://example.com:8443/", false),
        ("https://example.com/", "https://api.example.com/", false),
        ("https://example.com/", "https://example.com.evil.example/", false),
        ("https://example.com/", "https://example.com@evil.example/", false),
        ("http://[::1]:8080/", "http://[::1]:8080/x", true),
        ("https://user@example.com/", "https://user@example.com/x", true),
        ("https://user@example.com/", "https://user@evil.example/", false),
        ("https://münchen.de", "https://xn--mnchen-3ya.de/users", true),
        ("https://münchen.de", "https://xn--munchen-3ya.de/users", false),
        ("https://example.com/a/b/", "https://example.com/a?b/", true),
        ("https://example.com", "https://example.com.evil.example/", false),
        ("https://example.com?/", "https://example.com?/", true),
        ("unix:/a/b/c", "unix:/a/b/c", false),
        ("http:/a/b/c", "http:/a/b/c", false),
        ("https:///a/", "https:///b/", false),
        ("http:///a/b", "http:///a/c", false),
        ("https://?/", "https://?/", false),
        ("intranet://a/", "intranet://b/", false),
    ])
    func comparesSchemeHostAndPortWithTheBaseURL(base: String, other: String, isSame: Bool) throws {
        let next = EndpointNext(baseURL: URL(string: base)) { _ in throw CancellationError() }
        let url = try #require(URL(string: other))
        #expect(next.trusts(URLRequest(url: url)) == isSame)
    }

    @Test func isForBaseURLReturnsFalseWithoutABaseURL() throws {
        let next = EndpointNext(baseURL: nil) { _ in throw CancellationError() }
        #expect(!next.trusts(URLRequest(url: try #require(URL(string: "https://example.com/")))))
    }

    @Test("Withholds fixed header fields whose origin does not have a host")
    func anOriginWithoutAHost() async throws {
        let origin = try #require(URL(string: "example.com"))
        let fields = FixedParts(headerFields: ["X-Key": "secret"], origin: origin)
        for url in ["unix:/socket", "example.com"] {
            let request = URLRequest(url: try #require(URL(string: url)))
            let next = EndpointNext(baseURL: URL(string: "https://example.com/")) { request in
                #expect(request.value(forHTTPHeaderField: "X-Key") == nil, "\(url)")
                throw CancellationError()
            }
            await #expect(throws: CancellationError.self) { try await fields.intercept(request, next: next) }
        }
    }

    /// A middleware that sends a request to another URL.
    private struct Elsewhere: EndpointMiddleware {
        let url: URL?

        func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
            var request = request
            request.url = url
            return try await next(request)
        }
    }

    @Test(
        "Refuses a URL without a valid host before it reaches the transport",
        arguments: [
            "http:///example.com/", "https:///", "https:/example.com", "https://?a", "http://#a", "https://:443/",
            "http://example.com%0D%0Ax/", "http://a%00:80",
        ])
    func noHost(url: String) async throws {
        #expect(try await refusal(of: url) == "The URL has no valid host.")
    }

    @Test(
        "Refuses a URL with a user name or password before it reaches the transport",
        arguments: ["https://user@/a@b", "http://user:password@:80", "https://ada:s3cret@example.com/"])
    func userInformation(url: String) async throws {
        let text = "The URL contains a user name or password. Use BasicCredentials instead."
        #expect(try await refusal(of: url) == text)
    }

    /// Returns the text of the error for a URL that middleware sets.
    private func refusal(of url: String) async throws -> String {
        let transport = Answering { request in
            Issue.record("\(request) was sent")
            return answer(to: request)
        }
        let api = EndpointController<EndpointDefaultServerError>(
            transport: transport, middleware: [Elsewhere(url: URL(string: url))])
        let endpoint = try Given(url: "https://example.com/")
        let error = await #expect(throws: EndpointError<EndpointDefaultServerError>.self) {
            try await api.load(endpoint.parsed(by: .none))
        }
        guard case .invalidRequest(_, let reason) = error else { throw try #require(error) }
        return reason.localizedDescription
    }
}
