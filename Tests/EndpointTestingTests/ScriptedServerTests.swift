import EndpointTesting
import Foundation
import Testing

@Suite struct ScriptedServerTests {
    @Test func itKeepsWhatArrivedAndAnswersByItsScript() async throws {
        let server = try ScriptedServer { request, connection in
            connection.respond(
                "201 Created", ["X-Method: \(request.method)"], body: String(decoding: request.body, as: UTF8.self))
        }
        defer { server.stop() }
        let endpoint = RESTEndpoint(
            .post, pathComponents: ["notes"], headerFields: ["X-Trace": "7"], body: .text("hello"))
        let controller = EndpointController<EndpointDefaultServerError>(baseURL: server.url("v1/"))
        let response = try await controller.response(for: endpoint)
        #expect(response.statusCode == 201)
        #expect(response.headerField("X-Method") == "POST")
        #expect(response.body == Data("hello".utf8))
        #expect(server.requests.map(\.target) == ["/v1/notes"])
        #expect(server.requests.first?.field("x-trace") == "7")
        #expect(server.connectionCount == 1)
    }
}
