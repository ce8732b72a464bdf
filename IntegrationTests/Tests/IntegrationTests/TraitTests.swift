import EndpointAsyncHTTPClient
import EndpointTesting
import Foundation
import Logging
import Testing

private struct APIError: EndpointServerError {
    var reason: String?
}

private enum Server: String, ServerType {
    case staging = "https://staging.example.com/api/"
}

/// The code of the README that needs package traits.
@Suite struct TraitTests {
    private func sample(_ token: BearerToken) throws -> EndpointController<APIError> {
        let logger = RequestLogger(Logger(label: "com.example.users"), largeResponse: 1_000_000)
        let controller = EndpointController<APIError>(
            baseURL: try Server.staging.url,
            transport: AsyncHTTPClientTransport.shared,
            middleware: [token, RequestTracer(), RequestMetrics(), logger])
        return controller
    }

    @Test func theSampleOfTheREADMELoads() async throws {
        let server = try ScriptedServer { _, connection in connection.respond(body: "here") }
        defer { server.stop() }
        let controller = try sample(BearerToken("s3cret"))
        controller.baseURL = server.url()
        #expect(try await controller.load(RESTEndpoint(.get, pathComponents: ["x"]), as: String.self) == "here")
        #expect(server.requests.first?.field("Authorization") == "Bearer s3cret")
    }

    @Test func theSampleIsThatOfTheREADME() throws {
        let code = try README().codeWithTraits
        try #require(!code.isEmpty)
        let file = try String(contentsOfFile: #filePath, encoding: .utf8)
        let indented = code.split(separator: "\n").map { "        \($0)\n" }.joined()
        #expect(file.contains(indented))
    }
}
