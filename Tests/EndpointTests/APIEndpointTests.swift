import Endpoint
import Foundation
import OtherModule
import Testing

/// A refinement of `APIEndpointType` with its own defaults.
private protocol ShopEndpoint: APIEndpointType {
    var page: Int { get }
}

extension ShopEndpoint {
    var headerFields: [String: String] { ["Accept": "application/vnd.shop+json"] }
    var queryItems: [URLQueryItem] { .items(["page": page]) }
}

@Suite("APIEndpointType", .timeLimit(.minutes(1)))
struct APIEndpointTests {
    private struct ListUsers: APIEndpointType {
        var relativeURLString: String { "users" }
    }

    private struct Everything: APIEndpointType {
        var method: HTTPMethod = .post
        var relativeURLString = "users"
        var headerFields = ["Accept": "text/plain"]
        var queryItems = [URLQueryItem(name: "page", value: "2")]
        var body: HTTPBody? = .text("x")
    }

    private enum API: APIEndpointType {
        case list
        case create(String)

        var method: HTTPMethod { if case .create = self { .post } else { .get } }
        var relativeURLString: String { "users" }
        var body: HTTPBody? { if case .create(let name) = self { .json(["name": name]) } else { nil } }
    }

    private class Remove: APIEndpointType {
        var relativeURLString: String { "users/7" }
        var method: HTTPMethod { .delete }
    }

    private struct Failing: APIEndpointType {
        struct Refused: Error {}
        var relativeURLString: String { "users" }
        var queryItems: [URLQueryItem] { get throws { throw Refused() } }
    }

    private struct ListProducts: ShopEndpoint {
        var page = 3
        var relativeURLString: String { "products" }
    }

    private struct ListOffers: ShopEndpoint {
        var page = 1
        var relativeURLString: String { "offers" }
        var headerFields: [String: String] { ["Accept": "*/*"] }
    }

    @Test("Builds a GET request for the relative URL by default")
    func defaults() throws {
        #expect(try ListUsers().request(baseURL: baseURL).summary == "GET\nhttps://example.com/api/users\n\nnone")
    }

    @Test("Uses every stored property in the request")
    func storedProperties() throws {
        #expect(
            try Everything().request(baseURL: baseURL).summary == """
                POST
                https://example.com/api/users?page=2
                Accept: text/plain
                Content-Type: text/plain; charset=utf-8

                x
                """)
    }

    @Test("Builds requests from enums and classes")
    func enumsAndClasses() throws {
        #expect(try API.create("Ada").request(baseURL: baseURL).bodyText == #"{"name":"Ada"}"#)
        #expect(try API.list.request(baseURL: baseURL).httpMethod == "GET")
        #expect(try Remove().request(baseURL: baseURL).summary == "DELETE\nhttps://example.com/api/users/7\n\nnone")
    }

    @Test("Uses the defaults of a refining protocol unless the type replaces them")
    func refinement() throws {
        let fields = try [ListProducts().request(baseURL: baseURL), ListOffers().request(baseURL: baseURL)].map(
            \.summary)
        #expect(
            fields == [
                "GET\nhttps://example.com/api/products?page=3\nAccept: application/vnd.shop+json\n\nnone",
                "GET\nhttps://example.com/api/offers?page=1\nAccept: */*\n\nnone",
            ])
    }

    @Test("Wraps the error of a getter in queryItemsNotEncodable")
    func throwingGetter() {
        #expect(error { try Failing().request(baseURL: baseURL) } == .queryItemsNotEncodable(Failing.Refused()))
    }

    @Test("Uses a conformance that another module declares")
    func conformanceElsewhere() throws {
        let request = try ElsewhereAPIEndpoint(id: 7).request(baseURL: baseURL)
        #expect(request.summary == "PUT\nhttps://example.com/api/things/7?q=1\nContent-Type: text/plain\nX-A: b\n\nx")
    }
}

@Suite("RequestProviderType")
struct RequestProviderTests {
    private struct Relative: APIEndpointType {
        var relativeURLString: String { "users" }
    }

    private struct Absolute: EndpointType, MethodProviderType, URLProviderType {
        var method: HTTPMethod { .get }
        var url: URL? { URL(string: "https://status.example.com/") }
    }

    private struct Both: EndpointType, BaseURLEndpointType, MethodProviderType, URLProviderType,
        RelativeURLStringProviderType
    {
        var method: HTTPMethod { .get }
        var url: URL? { URL(string: "https://example.org/own") }
        var relativeURLString: String { "relative" }
    }

    private func address(_ endpoint: some RequestProviderType, _ baseURL: URL?) throws -> String? {
        try endpoint.request(relativeTo: baseURL).url?.absoluteString
    }

    @Test("Builds requests of endpoints with a relative or an absolute URL")
    func eitherKind() throws {
        #expect(try address(Relative(), baseURL) == "https://example.com/api/users")
        #expect(try address(Relative(), url("https://example.com")) == "https://example.com/users")
        #expect(try address(Absolute(), baseURL) == "https://status.example.com/")
        #expect(try address(Absolute(), nil) == "https://status.example.com/")
    }

    @Test("Prefers the base URL for an endpoint that has both kinds of URL")
    func both() throws {
        #expect(try address(Both(), baseURL) == "https://example.com/api/relative")
        #expect(try address(Both(), nil) == "https://example.org/own")
    }

    @Test("Refuses a missing base URL, and a base URL without a trailing slash")
    func baseURLs() {
        #expect(error { try Relative().request(relativeTo: nil) } == .missingBaseURL)
        let short = url("https://example.com/api")
        #expect(
            error { try Relative().request(relativeTo: short) }
                == .baseURLWithoutTrailingSlash("https://example.com/api", dropped: "api"))
        #expect(
            error { try Relative().request(relativeTo: url("https://example.com/api#a/b")) }
                == .baseURLWithoutTrailingSlash("https://example.com/api#a/b", dropped: "api"))
        #expect(
            error { try Both().request(relativeTo: short) }
                == .baseURLWithoutTrailingSlash("https://example.com/api", dropped: "api"))
        #expect(
            error { try Relative().endpoint(baseURL: short).request(relativeTo: baseURL) }
                == .baseURLWithoutTrailingSlash("https://example.com/api", dropped: "api"))
    }

    @Test("Hides the credentials of a URL in the dropped segment of a base URL")
    func dropsCredentials() {
        #expect(
            error { try Relative().request(relativeTo: url("https://h/https://ada:s3cret@example.com?q=/a")) }
                == .baseURLWithoutTrailingSlash("https://h/https://***@example.com?q=/a", dropped: "***@example.com"))
    }

    @Test(
        "Refuses a base URL without a scheme or a host, and hides its credentials",
        arguments: [
            ("admin:hunter2@example.com", "***@example.com"), ("example.com/api", "example.com/api"),
            ("https:/admin:hunter2@example.com/api", "***@example.com/api"), ("localhost:8080", "localhost:8080"),
        ])
    func incompleteBaseURL(base: String, shown: String) {
        #expect(error { try Relative().request(relativeTo: url(base)) } == .incompleteURL(shown))
    }
}

@Suite("EndpointWrapper")
struct EndpointWrapperTests {
    private struct Relative: APIEndpointType, Sendable {
        var relativeURLString: String { "users" }
    }

    private struct Plain<Base: BaseURLEndpointType>: EndpointWrapper, BaseURLEndpointType {
        var base: Base
    }

    private struct Draft<Base: BaseURLEndpointType & Sendable>: EndpointWrapper, BaseURLEndpointType, Sendable {
        var base: Base

        func request(baseURL: URL) throws -> URLRequest {
            var request = try base.request(baseURL: baseURL)
            request.setValue("draft", forHTTPHeaderField: "X-Stage")
            return request
        }
    }

    @Test("Uses the request of its base unless it builds its own, at any depth")
    func requests() throws {
        #expect(try Plain(base: Plain(base: Relative())).request(baseURL: baseURL).url?.path == "/api/users")
        let erased = AnyBaseURLEndpoint(Draft(base: AnyBaseURLEndpoint(Relative())))
        let request = try erased.endpoint(baseURL: baseURL).request
        #expect(request.value(forHTTPHeaderField: "X-Stage") == "draft")
        #expect(request.url?.path == "/api/users")
    }

    @Test("Sends type-erased endpoints to other tasks")
    func sendable() async throws {
        let endpoint = AnyBaseURLEndpoint(Relative())
        let base = baseURL
        let path = try await Task { try endpoint.request(baseURL: base).url?.path }.value
        #expect(path == "/api/users")
    }
}
