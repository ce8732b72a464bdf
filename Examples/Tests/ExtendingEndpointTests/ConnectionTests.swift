import EndpointCompliance
import EndpointController
import ExtendingEndpoint
import Foundation
import Testing

@Suite struct ConnectionTests {
    private let transport = SocketTransport()

    private func api(_ server: ScriptedServer) -> EndpointController<EndpointDefaultServerError> {
        EndpointController(baseURL: server.url(), transport: transport)
    }

    @Test func sendsFurtherRequestsOnTheSameConnection() async throws {
        let server = try ScriptedServer { request, connection in connection.respond(body: request.target) }
        defer { server.stop() }
        let call = try api(server).call(RESTEndpoint<Void>(path: "", queryItems: .items(["q": "a b&c"])))
        for _ in 0..<3 {
            #expect(try await call.load(PayloadParser<String>.text) == "/?q=a%20b%26c")
        }
        #expect(server.connectionCount == 1)
    }

    @Test func sendsAWholeUploadOfUnknownLengthAgainOnAnotherConnection() async throws {
        let server = try ScriptedServer { request, connection in
            guard connection.requestCount == 1 else { return connection.close() }
            connection.respond(body: "\(request.body.count)")
        }
        defer { server.stop() }
        let body = HTTPBody.stream { InputStream(data: Data(count: 200_000)) }
        try await api(server).load(RESTEndpoint<Void>(path: ""))
        let endpoint = RESTEndpoint(.put, path: "", body: body, parser: PayloadParser<String>.text)
        #expect(try await api(server).load(endpoint) == "200000")
        #expect(server.connectionCount == 2)
    }

    @Test func refusesHTTPS() async throws {
        let api = EndpointController(baseURL: URL(string: "https://127.0.0.1/"), transport: transport)
        let error = await #expect(throws: EndpointError<EndpointDefaultServerError>.self) {
            try await api.load(RESTEndpoint<Void>(path: ""))
        }
        #expect(error?.kind == .serverUnreachable)
        #expect(error?.localizedDescription.contains("supports only http") == true)
    }
}
