import Endpoint
import Foundation
import Testing

private struct GetUser: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType {
    let id: Int
    var method: HTTPMethod { .get }
    var relativeURLString: String { "users/\(segment: id)" }
}

private struct GetStatus: EndpointType, MethodProviderType, URLProviderType {
    var method: HTTPMethod { .get }
    var url: URL? = EndpointTests.url("https://status.example.com/")
}

private enum Server: String, ServerType {
    case staging = "https://staging.example.com/api/"
    case production = "https://example.com/api/"
    case broken = "https://user:secret@["
}

private enum LocalServer: ServerType {
    case port(Int)
    var url: URL {
        switch self {
        case .port(let port): EndpointTests.url("http://127.0.0.1:\(port)/")
        }
    }
}

@Suite struct ReadyMadeEndpointTests {
    // MARK: RESTEndpoint

    @Test func fromPathComponents() throws {
        let endpoint = RESTEndpoint(
            .put, pathComponents: ["users", "a/b", "followers"], queryItems: .items(["page": 2]),
            headerFields: ["Accept": "text/plain"], body: .text("x"))
        #expect(
            try endpoint.request(baseURL: baseURL).summary == """
                PUT
                https://example.com/api/users/a%2Fb/followers?page=2
                Accept: text/plain
                Content-Type: text/plain; charset=utf-8

                x
                """)
    }

    @Test func isAGETOfTheBaseURLIfNothingIsSaid() throws {
        #expect(try RESTEndpoint(pathComponents: []).request(baseURL: baseURL).summary == "GET\n\(baseURL)\n\nnone")
    }

    @Test(arguments: ["", ".", ".."])
    func aComponentThatWouldChangeThePathIsRefused(_ component: String) {
        for components in [[component], ["users", component], [component, "users"]] {
            guard
                case .unsafePathSegment(component, _) = error({
                    try RESTEndpoint(pathComponents: components).request(baseURL: baseURL)
                })
            else {
                Issue.record("\(components) was not refused")
                return
            }
        }
    }

    @Test(arguments: [
        ("api/v2/users", "7", "followers/all", "api/v2/users/7/followers/all"),
        ("/api/users/", "a/b", "/followers/", "api/users/a%2Fb/followers/"),
        ("", "7", "", "7"), ("users", "a:b", "", "users/a:b"), ("", "a:b", "x", "a%3Ab/x"),
        ("users", "7", "followers/", "users/7/followers/"), ("users", "7", "/", "users/7/"),
        ("a//b", "7", "c//d", "a//b/7/c//d"),
        ("v1:b", "7", "", "v1:b/7"), ("https://x/y", "7", "", "https://x/y/7"),
    ])
    func fromTheTemplatePrefixObjectSuffix(prefix: String, id: String, suffix: String, path: String) throws {
        let endpoint = RESTEndpoint(.delete, prefix: prefix, objectID: id, suffix: suffix)
        let request = try endpoint.request(baseURL: url("https://example.com/"))
        #expect(request.url?.absoluteString == "https://example.com/\(path)")
        #expect(request.httpMethod == "DELETE")
    }

    @Test func anObjectThatWouldChangeThePathIsRefused() {
        let endpoint = RESTEndpoint(prefix: "users", objectID: "..", suffix: "followers")
        guard case .unsafePathSegment("..", _) = error({ try endpoint.request(baseURL: baseURL) }) else {
            Issue.record("the object was not refused")
            return
        }
    }

    // MARK: Type erasure

    @Test func withoutTheirTypes() throws {
        let endpoints = [AnyBaseURLEndpoint(GetUser(id: 7)), AnyBaseURLEndpoint(RESTEndpoint(pathComponents: ["x"]))]
        let urls = try endpoints.map { try $0.request(baseURL: baseURL).url?.absoluteString }
        #expect(urls == ["https://example.com/api/users/7", "https://example.com/api/x"])

        let others = [AnyEndpoint(GetStatus()), AnyEndpoint(GetUser(id: 7).endpoint(baseURL: baseURL))]
        #expect(
            try others.map { try $0.request.url?.absoluteString }
                == ["https://status.example.com/", "https://example.com/api/users/7"])
    }

    @Test func anErasedEndpointThrowsWhatTheEndpointThrows() {
        guard case .missingURL = error({ try AnyEndpoint(GetStatus(url: nil)).request }) else {
            Issue.record("another error")
            return
        }
    }

    // MARK: Servers

    @Test func theSameEndpointForEachServer() throws {
        let endpoint = GetUser(id: 7)
        #expect(
            try endpoint.request(baseURL: Server.staging).url?.absoluteString
                == "https://staging.example.com/api/users/7")
        #expect(
            try endpoint.endpoint(baseURL: Server.production).request.url?.absoluteString
                == "https://example.com/api/users/7")
        #expect(
            try endpoint.request(baseURL: Server.staging).curlCommand.contains("'https://staging.example.com/api/users/7'"))
        #expect(
            try endpoint.request(baseURL: LocalServer.port(8080)).url?.absoluteString == "http://127.0.0.1:8080/users/7"
        )
    }

    @Test func aServerWhoseRawValueIsNoURLIsRefusedWithoutItsPassword() {
        guard case .invalidURL("https://***@[") = error({ try GetUser(id: 7).request(baseURL: Server.broken) }) else {
            Issue.record("another error")
            return
        }
    }
}
