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
    // MARK: Type erasure

    @Test func buildsTheRequestsOfTypeErasedEndpoints() throws {
        let endpoints = [AnyBaseURLEndpoint(GetUser(id: 7)), AnyBaseURLEndpoint(Sample(pathComponents: ["x"]))]
        let urls = try endpoints.map { try $0.request(baseURL: baseURL).url?.absoluteString }
        #expect(urls == ["https://example.com/api/users/7", "https://example.com/api/x"])

        let others = [AnyEndpoint(GetStatus()), AnyEndpoint(GetUser(id: 7).endpoint(baseURL: baseURL))]
        #expect(
            try others.map { try $0.request.url?.absoluteString }
                == ["https://status.example.com/", "https://example.com/api/users/7"])
    }

    @Test func rethrowsTheErrorOfATypeErasedEndpoint() {
        #expect(error { try AnyEndpoint(GetStatus(url: nil)).request } == .missingURL)
    }

    // MARK: Servers

    @Test func buildsARequestForEachServer() throws {
        let endpoint = GetUser(id: 7)
        #expect(
            try endpoint.request(baseURL: Server.staging).url?.absoluteString
                == "https://staging.example.com/api/users/7")
        #expect(
            try endpoint.endpoint(baseURL: Server.production).request.url?.absoluteString
                == "https://example.com/api/users/7")
        #expect(
            try endpoint.request(baseURL: Server.staging).curlCommand.contains(
                "'https://staging.example.com/api/users/7'"))
        #expect(
            try endpoint.request(baseURL: LocalServer.port(8080)).url?.absoluteString == "http://127.0.0.1:8080/users/7"
        )
    }

    @Test func refusesAnInvalidServerURLAndHidesItsPassword() {
        #expect(error { try GetUser(id: 7).request(baseURL: Server.broken) } == .invalidURL("https://***@["))
    }
}
