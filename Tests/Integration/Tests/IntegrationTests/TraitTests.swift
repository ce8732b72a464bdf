import EndpointAsyncHTTPClient
import EndpointCompliance
import EndpointController
import EndpointObservability
import Foundation
import Logging
import Testing

/// Tests of all package traits together.
@Suite(.timeLimit(.minutes(1))) struct TraitTests {
    @Test func loadsWithAllTraitsEnabled() async throws {
        let server = try ScriptedServer { _, connection in connection.respond(body: "here") }
        defer { server.stop() }
        let logger = RequestLogger(Logger(label: "com.example.users"), largeResponse: 1_000_000)
        let controller = EndpointController(
            baseURL: server.url(),
            transport: AsyncHTTPClientTransport.shared,
            middleware: [BearerToken("s3cret"), RequestTracer(), RequestMetrics(), logger])
        #expect(try await controller.load(RESTEndpoint<String>(path: "x")) == "here")
        #expect(server.requests.first?.field("Authorization") == "Bearer s3cret")
    }
}
