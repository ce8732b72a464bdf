import EndpointController
import EndpointTesting
import Foundation
import Testing

/// What `URLSessionTransport` does beyond what every transport has to.
@Suite struct URLSessionTransportTests {
    @Test func aConnectionThatClosedUnnoticedDoesNotFailTheNextRequest() async throws {
        // The server promises to keep the connection, and closes it.
        let server = try ScriptedServer { request, connection in
            connection.respond(body: request.method)
            connection.close()
        }
        defer { server.stop() }
        let controller = Controller(baseURL: server.url(), transport: URLSessionTransport.shared)
        for method in [HTTPMethod.get, .post, .get, .put, .post, .delete, .patch] {
            let endpoint = RESTEndpoint(method, pathComponents: [], body: method == .get ? nil : .text("x"))
            #expect(try await controller.load(endpoint, as: String.self) == method.rawValue)
        }
        #expect(server.requests.map(\.method) == ["GET", "POST", "GET", "PUT", "POST", "DELETE", "PATCH"])
    }
}
