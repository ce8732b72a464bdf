#if os(Linux)
import EndpointCompliance
import EndpointController
import Foundation
import Programs
import Testing

/// Tests of the settings of connections over libcurl.
///
/// Their server needs Python and OpenSSL.
@Suite(.serialized, .timeLimit(.minutes(1))) struct CurlSettingsTests {
    /// The URL of a server, the pin of its key, and the folder of its files.
    private struct Setup {
        let url: String
        let pin: String
        let folder: URL

        var authority: URL { folder.appending(path: "authority.pem") }

        var client: ConnectionSettings.ClientCertificate {
            ConnectionSettings.ClientCertificate(
                certificate: folder.appending(path: "client.pem"), key: folder.appending(path: "client-key.pem"))
        }
    }

    private func withServer(
        requiringTLS version: String? = nil, _ body: (Setup) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let server = try await PythonServer("trusted_server", [folder.path] + (version.map { [$0] } ?? []))
            defer { server.stop() }
            let pin = try #require(await server.nextLine())
            try await body(Setup(url: "https://localhost:\(server.port)/", pin: pin, folder: folder))
        }
    }

    private func load(_ url: String, _ settings: ConnectionSettings) async throws -> String {
        let controller = Controller(baseURL: URL(string: url), transport: CurlTransport(settings))
        return try await controller.load(RESTEndpoint<String>(path: ""))
    }

    private func failure(_ url: String, _ settings: ConnectionSettings) async -> LoadError? {
        await #expect(throws: LoadError.self) { try await load(url, settings) }
    }

    @Test("Trusts only the given authority")
    func authority() async throws {
        try await withServer { server in
            let settings = ConnectionSettings(certificateAuthorities: server.authority)
            let text = try await load(server.url, settings)
            #expect(text == "no certificate")
            #expect(await failure(server.url, ConnectionSettings())?.kind == .serverUnreachable)
            try await withServer { other in
                #expect(await failure(other.url, settings)?.kind == .serverUnreachable)
            }
        }
    }

    @Test("Identifies itself with a certificate", arguments: ["1.2", "1.3"])
    func clientCertificate(_ version: String) async throws {
        try await withServer(requiringTLS: version) { server in
            var settings = ConnectionSettings(certificateAuthorities: server.authority)
            settings.clientCertificate = server.client
            let text = try await load(server.url, settings)
            #expect(text == "client")
            settings.clientCertificate?.key = server.folder.appending(path: "encrypted-key.pem")
            settings.clientCertificate?.password = "secret"
            #expect(try await load(server.url, settings) == "client")
        }
    }

    /// With TLS 1.3, the server refuses the client after the handshake, when the request may have been sent.
    @Test(
        "Repeats the reason of a server that requires a certificate",
        arguments: [
            ("1.2", EndpointErrorKind.serverUnreachable, "handshake failure"),
            ("1.3", .serverNotResponding, "certificate required"),
        ])
    func missingCertificate(_ version: String, _ kind: EndpointErrorKind, _ reason: String) async throws {
        try await withServer(requiringTLS: version) { server in
            let error = await failure(server.url, ConnectionSettings(certificateAuthorities: server.authority))
            #expect(error?.kind == kind)
            #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
        }
    }

    @Test("Names a file that is missing or invalid", arguments: ["authority", "certificate", "key", "password"])
    func wrongFile(_ part: String) async throws {
        try await withServer { server in
            let missing = server.folder.appending(path: "missing \(part).pem")
            let invalid = server.folder.appending(path: "invalid \(part).pem")
            try Data("invalid".utf8).write(to: invalid)
            for file in part == "password" ? [server.folder.appending(path: "encrypted-key.pem")] : [missing, invalid] {
                var settings = ConnectionSettings(certificateAuthorities: server.authority)
                settings.clientCertificate = server.client
                switch part {
                case "authority": settings.certificateAuthorities = file
                case "certificate": settings.clientCertificate?.certificate = file
                default: settings.clientCertificate?.key = file
                }
                if part == "password" { settings.clientCertificate?.password = "wrong" }
                let error = await failure(server.url, settings)
                #expect(error?.kind == .invalidRequest)
                #expect(error?.description.contains(file.path) == true, "\(String(describing: error))")
            }
        }
    }

    @Test("Sends nothing to a server whose key is not pinned")
    func pins() async throws {
        try await withServer { server in
            let other = Data(repeating: 0, count: 32).base64EncodedString()
            var settings = ConnectionSettings(certificateAuthorities: server.authority)
            settings.pinnedPublicKeys = [other, server.pin]
            let text = try await load(server.url, settings)
            #expect(text == "no certificate")
            settings.pinnedPublicKeys = [other]
            #expect(await failure(server.url, settings)?.kind == .serverUnreachable)
            // A pinned key does not replace a trusted certificate.
            let untrusted = ConnectionSettings(pinnedPublicKeys: [server.pin])
            #expect(await failure(server.url, untrusted)?.kind == .serverUnreachable)
        }
    }

    @Test("Sends requests through a proxy, with its credentials")
    func proxy() async throws {
        let proxy = try ScriptedServer { _, connection in connection.respond(body: "from the proxy") }
        defer { proxy.stop() }
        let url = try #require(URL(string: "http://ada:s3cret@127.0.0.1:\(proxy.port)"))
        let settings = ConnectionSettings(proxy: .url(url))
        #expect(try await load("http://service.invalid/", settings) == "from the proxy")
        #expect(proxy.requests.map(\.target) == ["http://service.invalid/"])
        let credentials = Data("ada:s3cret".utf8).base64EncodedString()
        #expect(proxy.requests.first?.field("Proxy-Authorization") == "Basic \(credentials)")
        let transport = CurlTransport(settings)
        for _ in 1...2 {
            let controller = Controller(baseURL: URL(string: "http://service.invalid/"), transport: transport)
            _ = try await controller.load(RESTEndpoint<String>(path: ""))
        }
        #expect(proxy.connectionCount == 2, "The second request of a transport uses the connection of the first.")
    }

    @Test("Uses the proxy of the environment unless the settings say none", arguments: ["system", "none"])
    func environment(_ setting: String) async throws {
        let proxy = try ScriptedServer { _, connection in connection.respond(body: "system") }
        defer { proxy.stop() }
        let server = try ScriptedServer { _, connection in connection.respond(body: "none") }
        defer { server.stop() }
        let result = try await run(
            products.appending(path: "CurlProcess").path, ["load", server.url().absoluteString, setting],
            environment: ["http_proxy": proxy.url().absoluteString, "no_proxy": "", "NO_PROXY": ""])
        #expect(result.output == "\(setting)\n", "\(result.errorOutput)")
    }

    @Test("Sends each request to a Unix domain socket over a new connection")
    func unixSocket() async throws {
        try await withTemporaryFolder { folder in
            let server = try await PythonServer("trusted_server", [folder.path, "unix"])
            defer { server.stop() }
            let settings = ConnectionSettings(unixSocket: folder.appending(path: "socket"))
            let url = URL(string: "http://service.invalid/")
            let controller = Controller(baseURL: url, transport: CurlTransport(settings))
            // A connection may have bytes of an earlier response, which libcurl would not notice.
            for _ in 1...2 { #expect(try await controller.load(RESTEndpoint<String>(path: "")) == "first request") }
        }
    }

    @Test("Opens no more connections to a host than the settings allow")
    func connectionsPerHost() async throws {
        let server = try ScriptedServer { _, connection in connection.respond(body: "fine") }
        defer { server.stop() }
        let transport = CurlTransport(ConnectionSettings(connectionsPerHost: 2))
        let controller = Controller(baseURL: server.url(), transport: transport)
        try await withThrowingDiscardingTaskGroup { group in
            for _ in 0..<32 { group.addTask { _ = try await controller.load(RESTEndpoint<String>(path: "")) } }
        }
        #expect(server.connectionCount == 2)
    }

    @Test("Waits longer for a free connection than a connection may take")
    func wait() async throws {
        let server = try ScriptedServer { _, connection in
            Thread.sleep(forTimeInterval: 1)
            connection.respond(body: "fine")
        }
        defer { server.stop() }
        let settings = ConnectionSettings(connectionsPerHost: 1, connectTimeout: .milliseconds(500))
        let controller = Controller(baseURL: server.url(), transport: CurlTransport(settings))
        try await withThrowingDiscardingTaskGroup { group in
            for _ in 1...3 { group.addTask { _ = try await controller.load(RESTEndpoint<String>(path: "")) } }
        }
        #expect(server.connectionCount == 1)
    }

    @Test("Gives up on a server that does not complete a handshake in time")
    func connectTimeout() async throws {
        let server = try ScriptedServer { _, connection in connection.waitForEnd() }
        defer { server.stop() }
        let settings = ConnectionSettings(connectTimeout: .milliseconds(100))
        #expect(await failure("https://127.0.0.1:\(server.port)/", settings)?.kind == .serverUnreachable)
    }
}
#endif
