import EndpointCompliance
import EndpointController
import Foundation
import Testing

/// Tests of `URLSessionTransport` beyond the promises of every transport.
@Suite struct URLSessionTransportTests {
    @Test func sendsRequestsAfterTheServerClosesAKeptConnection() async throws {
        // The server closes the connection without a “Connection: close” field.
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

    @Test func deliversHundredsOfHeaderFields() async throws {
        let fields = (0..<300).map { "X-Field-\($0): value \($0)" } + (0..<300).map { "X-List: \($0)" }
        let server = try ScriptedServer { _, connection in connection.respond("200 OK", fields) }
        defer { server.stop() }
        let response = try await Controller(baseURL: server.url()).load(
            RESTEndpoint(.get, pathComponents: []), parser: .response)
        for number in 0..<300 { #expect(response.headerField("x-field-\(number)") == "value \(number)") }
        let list = response.headerField("X-List")?.split(separator: ",").map { $0.filter(\.isNumber) }
        #expect(list == (0..<300).map { "\($0)" })
    }
}
