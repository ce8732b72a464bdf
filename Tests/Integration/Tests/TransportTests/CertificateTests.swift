import AsyncHTTPClient
import EndpointAsyncHTTPClient
import EndpointCompliance
import EndpointController
import EndpointResilience
import Foundation
import Testing
import Transports

/// Tests of TLS errors.
///
/// Their server needs Python and OpenSSL.
@Suite(.serialized, .timeLimit(.minutes(1))) struct CertificateTests {
    private func load(
        _ url: String, _ method: HTTPMethod, _ transport: any EndpointTransport, _ middleware: RequestRetrier...
    ) async throws -> LoadError? {
        let rules = EndpointRules(timeout: .seconds(20))
        let controller = Controller(
            baseURL: URL(string: url), transport: transport, middleware: middleware, rules: rules)
        return await failure { () throws(LoadError) in
            try await controller.load(RESTEndpoint<Void>(method, path: ""))
        }
    }

    @Test(arguments: CheckedTransport.all, [HTTPMethod.get, .post])
    func treatsAnUntrustedCertificateAsUnreachable(_ transport: CheckedTransport, _ method: HTTPMethod) async throws {
        let server = try await PythonServer.untrusted()
        defer { server.stop() }
        for host in ["localhost", "127.0.0.1"] {
            let error = try await load("https://\(host):\(server.port)/", method, transport.transport)
            #expect(error?.kind == .serverUnreachable, "\(host)")
            #expect(error?.response == nil, "\(host)")
            // Nothing was sent.
            #expect(await server.nextLine()?.hasPrefix("refused: ") == true, "\(host)")
        }
    }

    @Test("Does not retry after an untrusted certificate", arguments: CheckedTransport.ours)
    func retrier(_ checked: CheckedTransport) async throws {
        let server = try await PythonServer.untrusted()
        defer { server.stop() }
        let address = "127.0.0.1:\(server.port)/"
        let error = try await load("https://\(address)", .get, checked.transport, RequestRetrier(random: { 0 }))
        #expect(error?.kind == .serverUnreachable)
        #expect(await server.nextLine()?.hasPrefix("refused: ") == true)
        // The next connection is the one of this request, which does not begin a handshake.
        _ = try await load("http://\(address)", .post, checked.transport)
        #expect(await server.nextLine() == "refused: HTTP_REQUEST")
    }

    /// `URLSession` on Linux reports the same error whether the server has received the request or not.
    @Test(arguments: [HTTPMethod.get, .post])
    func throwsServerNotRespondingAfterAResetInTheHandshake(_ method: HTTPMethod) async throws {
        let server = try await PythonServer.untrusted(resets: true)
        defer { server.stop() }
        let error = try await load("https://127.0.0.1:\(server.port)/", method, URLSessionTransport.shared)
        #expect(error?.kind == .serverNotResponding)
    }

    #if os(Linux)
    @Test("Says that a server may not speak TLS", arguments: CheckedTransport.ours)
    func serverWithoutTLS(_ checked: CheckedTransport) async throws {
        let server = try ScriptedServer { _, connection in connection.respond("400 Bad Request") }
        defer { server.stop() }
        let error = try await load("https://127.0.0.1:\(server.port)/", .get, checked.transport)
        #expect(error?.kind == .serverUnreachable)
        #expect(error?.description.contains("may not speak TLS") == true, "\(String(describing: error))")
    }
    #endif

    /// Over HTTP/2, a server that answers an upload early would end the process.
    @Test("Does not offer HTTP/2 over async-http-client", arguments: [false, true])
    func http1(isOverGivenClient: Bool) async throws {
        let server = try await PythonServer.untrusted(resets: true)
        defer { server.stop() }
        var configuration = isOverGivenClient ? HTTPClient.Configuration.forEndpoints : HTTPClient.Configuration()
        configuration.connectionPool.retryConnectionEstablishment = false
        let client = isOverGivenClient ? HTTPClient(configuration: configuration) : nil
        let transport =
            client.map { AsyncHTTPClientTransport($0) } ?? AsyncHTTPClientTransport(configuration: configuration)
        let error = try await load("https://127.0.0.1:\(server.port)/", .post, transport)
        try await client?.shutdown()
        #expect(error?.kind == .serverNotResponding)
        #expect(await server.nextLine() == "offers HTTP/1.1")
    }

    @Test(arguments: CheckedTransport.all, [HTTPMethod.get, .post])
    func reportsNotRespondingForHTTPToATLSServer(_ transport: CheckedTransport, _ method: HTTPMethod) async throws {
        let server = try await PythonServer.untrusted()
        defer { server.stop() }
        let error = try await load("http://127.0.0.1:\(server.port)/", method, transport.transport)
        #expect(error?.kind == .serverNotResponding)
        #expect(error?.response == nil)
    }
}
