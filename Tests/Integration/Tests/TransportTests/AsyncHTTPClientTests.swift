import AsyncHTTPClient
import EndpointAsyncHTTPClient
import EndpointCompliance
import EndpointController
import Foundation
import NIOCore
import Testing

/// Tests of behaviour that only the transport over async-http-client has.
@Suite(.timeLimit(.minutes(1))) struct AsyncHTTPClientTests {
    /// A transport over a client that other code uses too, and that follows redirects itself.
    private let overGivenClient = AsyncHTTPClientTransport(HTTPClient.shared)

    private func controller(_ server: ScriptedServer, _ transport: AsyncHTTPClientTransport) -> Controller {
        Controller(baseURL: server.url(), transport: transport)
    }

    @Test func followsRedirectsInTheControllerInsteadOfTheClient() async throws {
        let stranger = try ScriptedServer { _, connection in connection.respond(body: "here") }
        defer { stranger.stop() }
        let elsewhere = stranger.url("there").absoluteString
        let server = try ScriptedServer { _, connection in
            connection.respond("302 Found", ["Location: \(elsewhere)"], body: "moved")
        }
        defer { server.stop() }
        let endpoint = RESTEndpoint<String>(
            .post, path: "here", headerFields: ["Authorization": "Bearer s3cret", "Accept-Language": "de"],
            body: .text("x"))
        let text = try await controller(server, overGivenClient).load(endpoint)
        #expect(text == "here")
        #expect(stranger.requests.map(\.method) == ["GET"])
        #expect(stranger.requests.first?.field("Authorization") == nil)
        #expect(stranger.requests.first?.field("Accept-Language") == "de")
    }

    @Test("Follows a redirect whose body never ends")
    func endlessRedirect() async throws {
        let server = try ScriptedServer { request, connection in
            if request.target == "/there" { return connection.respond(body: "here") }
            connection.send("HTTP/1.1 302 Found\r\nLocation: /there\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n")
            connection.waitForEnd()
        }
        defer { server.stop() }
        for (client, transport) in ["own": .shared, "given": overGivenClient] {
            let text = try await controller(server, transport).load(GetText().parsed(as: String.self))
            #expect(text == "here", "\(client) client")
        }
    }

    @Test func returnsARedirectAsAResponse() async throws {
        let server = try ScriptedServer { _, connection in
            connection.respond("302 Found", ["Location: /there", "X-Field: value"], body: "moved")
        }
        defer { server.stop() }
        for (transport, body) in [(overGivenClient, ""), (.shared, "moved")] {
            let response = try await transport.send(URLRequest(url: server.url()))
            #expect(response.statusCode == 302, "before \(body.debugDescription)")
            #expect(response.headerField("x-field") == "value", "before \(body.debugDescription)")
            let text = try await response.body.reduce(into: Data()) { $0 += $1 }
            #expect(String(decoding: text, as: UTF8.self) == body)
        }
        #expect(server.requests.map(\.target) == ["/", "/"])
    }

    @Test func ignoresWhiteSpaceAfterTheValueOfAField() async throws {
        let server = try ScriptedServer { request, connection in
            connection.respond(request.target == "/a" ? "302 Found" : "200 OK", ["Location: /b \t"])
        }
        defer { server.stop() }
        let endpoint = RESTEndpoint(path: "a", parser: .response)
        let response = try await controller(server, .shared).load(endpoint)
        #expect(server.requests.map(\.target) == ["/a", "/b"])
        #expect(response.headerField("Location") == "/b")
    }

    @Test(
        "Does not follow a location over a client that would",
        arguments: [
            "301 Moved Permanently", "302 Found", "303 See Other", "304 Not Modified", "305 Use Proxy",
            "307 Temporary Redirect", "308 Permanent Redirect",
        ])
    func location(_ status: String) async throws {
        let stranger = try ScriptedServer { _, connection in connection.respond() }
        defer { stranger.stop() }
        let server = try ScriptedServer { _, connection in
            connection.respond(status, ["Location: \(stranger.url().absoluteString)"])
        }
        defer { server.stop() }
        let response = try await overGivenClient.send(URLRequest(url: server.url()))
        #expect(response.statusCode == Int(status.prefix(3)))
        _ = try? await response.body.collected(upTo: 100)
        #expect(stranger.requests.isEmpty)
    }

    @Test func keepsTheBodyOfA300WithALocation() async throws {
        let server = try ScriptedServer { _, connection in
            connection.respond("300 Multiple Choices", ["Location: /there"], body: "choices")
        }
        defer { server.stop() }
        let response = try await overGivenClient.send(URLRequest(url: server.url()))
        let text = try await response.body.collected(upTo: 100)
        #expect(String(decoding: text, as: UTF8.self) == "choices")
    }

    @Test func throwsInvalidRequestAfterTheClientIsShutDown() async throws {
        let client = HTTPClient()
        try await client.shutdown()
        let server = try ScriptedServer { _, connection in connection.respond() }
        defer { server.stop() }
        let controller = controller(server, AsyncHTTPClientTransport(client))
        let error = await failure { () throws(LoadError) in
            _ = try await controller.load(GetText().parsed(as: String.self))
        }
        #expect(server.requests.isEmpty)
        #expect(error?.kind == .invalidRequest)
    }

    @Test func throwsInvalidRequestIfTheClientIsShutDownWhileARequestWaitsForAConnection() async throws {
        let server = try ScriptedServer { _, connection in connection.respond() }
        defer { server.stop() }
        let (connections, connecting) = AsyncStream<EventLoopPromise<Void>>.makeStream()
        var configuration = HTTPClient.Configuration.forEndpoints
        configuration.http1_1ConnectionDebugInitializer = { channel in
            let isReady = channel.eventLoop.makePromise(of: Void.self)
            connecting.yield(isReady)
            return isReady.futureResult
        }
        let client = HTTPClient(configuration: configuration)
        let call = Task { try await AsyncHTTPClientTransport(client).send(URLRequest(url: server.url())) }
        var promises = connections.makeAsyncIterator()
        let isReady = await promises.next()
        async let end: Void = client.shutdown()
        let error = await #expect(throws: EndpointTransportError.self) { try await call.value }
        isReady?.succeed()
        try await end
        guard case .invalidRequest = error else { throw try #require(error) }
        #expect(server.requests.isEmpty)
    }

    @Test func throwsTimedOutIfNoConnectionBecomesFreeInTime() async throws {
        let (arrivals, arrive) = AsyncStream<Void>.makeStream()
        let server = try ScriptedServer { _, connection in
            arrive.yield()
            connection.waitForEnd()
        }
        defer { server.stop() }
        var configuration = HTTPClient.Configuration.forEndpoints
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1
        configuration.timeout.connect = .seconds(1)
        let transport = AsyncHTTPClientTransport(configuration: configuration)
        let first = Task { try await transport.send(URLRequest(url: server.url())) }
        defer { first.cancel() }
        for await _ in arrivals { break }
        let error = await #expect(throws: EndpointTransportError.self) {
            try await transport.send(URLRequest(url: server.url()))
        }
        guard case .timedOut = error else { throw try #require(error) }
        #expect(server.requests.count == 1)
    }

    @Test func doesNotShutDownAGivenClientWhenReleased() async throws {
        let server = try ScriptedServer { _, connection in connection.respond() }
        defer { server.stop() }
        let client = HTTPClient()
        _ = AsyncHTTPClientTransport(client)
        _ = try? await client.get(url: server.url().absoluteString).get()
        try await client.shutdown()
        #expect(server.requests.count == 1)
    }

    @Test("Sends 64 requests to a server at the same time")
    func simultaneousRequests() async throws {
        let arrivals = NSCondition()
        let count = Counter()
        let server = try ScriptedServer { _, connection in
            arrivals.withLock {
                _ = count.next()
                arrivals.broadcast()
                while count.value < 64, arrivals.wait(until: Date(timeIntervalSinceNow: 10)) {}
            }
            connection.respond(body: "\(count.value)")
        }
        defer { server.stop() }
        let transport = AsyncHTTPClientTransport()
        try await withThrowingTaskGroup { group in
            for _ in 0..<64 {
                group.addTask {
                    try await transport.send(URLRequest(url: server.url())).body.collected(upTo: 100)
                }
            }
            for try await body in group { #expect(String(decoding: body, as: UTF8.self) == "64") }
        }
    }

    @Test("Leaves spans to middleware")
    func spans() {
        #expect(HTTPClient.Configuration().tracing.tracer != nil)
        #expect(HTTPClient.Configuration.forEndpoints.tracing.tracer == nil)
    }

    @Test("Does not claim that a DELETE was not sent if only its repetition could not connect")
    func refusedRepetition() async throws {
        let (deletions, delete) = AsyncStream<Void>.makeStream()
        let server = try ScriptedServer { request, connection in
            if request.method == "GET" { return connection.respond() }
            delete.yield()
            connection.waitToBeStopped()
        }
        defer { server.stop() }
        let stopping = Task {
            for await _ in deletions { return server.stop() }
        }
        let transport = AsyncHTTPClientTransport()
        _ = try await transport.send(URLRequest(url: server.url()))
        var request = URLRequest(url: server.url())
        request.httpMethod = "DELETE"
        let error = await #expect(throws: EndpointTransportError.self) { try await transport.send(request) }
        await stopping.value
        guard case .notResponding = error else { throw try #require(error) }
        #expect(server.requests.map(\.method) == ["GET", "DELETE"])
    }

    @Test func closesItsConnectionsWhenReleased() async throws {
        let (ends, end) = AsyncStream<Void>.makeStream()
        let server = try ScriptedServer { _, connection in
            connection.respond(body: "here")
            connection.waitForEnd()
            end.yield()
        }
        defer { server.stop() }
        do {
            let transport = AsyncHTTPClientTransport()
            #expect(try await controller(server, transport).load(GetText().parsed(as: String.self)) == "here")
        }
        for await _ in ends { break }
    }

    @Test func deliversABodyAfterTheTransportIsReleased() async throws {
        let goOn = DispatchSemaphore(value: 0)
        let server = try ScriptedServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\nfirst ")
            goOn.wait()
            connection.send("other")
        }
        defer { server.stop() }
        let response = try await AsyncHTTPClientTransport().send(URLRequest(url: server.url()))
        goOn.signal()
        let text = try await response.body.reduce(into: Data()) { $0 += $1 }
        #expect(String(decoding: text, as: UTF8.self) == "first other")
    }

    @Test func requestsGzipAndDeflateUnlessTheEndpointSaysOtherwise() async throws {
        let server = try ScriptedServer { _, connection in connection.respond(body: "here") }
        defer { server.stop() }
        try await controller(server, .shared).load(RESTEndpoint<Void>(path: ""))
        let plain = RESTEndpoint<Void>(path: "", headerFields: ["Accept-Encoding": "identity"])
        try await controller(server, .shared).load(plain)
        let codings = server.requests.map { Set(($0.field("Accept-Encoding") ?? "").components(separatedBy: ", ")) }
        #expect(codings == [["gzip", "deflate"], ["identity"]])
    }

    @Test func namesAnInvalidHeaderFieldWithoutItsValue() async throws {
        var request = URLRequest(
            url: try #require(URL(string: "http://127.0.0.1:\(try ScriptedServer.refusedPort())/")))
        request.setValue("s3cret\u{7F}", forHTTPHeaderField: "Authorization")
        let sent = request
        let error = await #expect(throws: EndpointTransportError.self) {
            try await AsyncHTTPClientTransport.shared.send(sent)
        }
        guard case .invalidRequest = error else { throw try #require(error) }
        #expect(error?.description.contains("Authorization") == true)
        #expect(error?.description.contains("s3cret") == false)
    }

    @Test func refusesAFileURL() async throws {
        let url = try #require(URL(string: "file:///etc/hosts"))
        let error = await #expect(throws: EndpointTransportError.self) {
            try await AsyncHTTPClientTransport.shared.send(URLRequest(url: url))
        }
        guard case .invalidRequest = error else { throw try #require(error) }
    }

    @Test func describesARefusedConnection() async throws {
        let url = try #require(URL(string: "http://127.0.0.1:\(try ScriptedServer.refusedPort())/"))
        let error = await #expect(throws: EndpointTransportError.self) {
            try await AsyncHTTPClientTransport.shared.send(URLRequest(url: url))
        }
        guard case .unreachable = error else { throw try #require(error) }
        #expect(error?.description.contains("refused") == true, "\(error as Any)")
    }
}
