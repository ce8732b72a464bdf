import EndpointAsyncHTTPClient
import EndpointCompliance
import EndpointResilience
import EndpointStreaming
import EndpointTesting
import Foundation
import Programs
import Testing
import Transports

/// Retries over each transport, as the server sees them.
@Suite("RequestRetrier over each transport", .timeLimit(.minutes(2)))
struct RetryTests {
    private let clock = ManualClock()

    private func controller(_ server: ScriptedServer, _ checked: CheckedTransport) -> Controller {
        Controller(
            baseURL: server.url(), transport: checked.transport,
            middleware: [RequestRetrier(clock: clock, random: { 1 })])
    }

    @Test("Sends a request again after a 503 whose body never ends", arguments: CheckedTransport.all)
    func retry(_ checked: CheckedTransport) async throws {
        let count = Counter()
        let (ends, end) = AsyncStream<Void>.makeStream()
        let server = try ScriptedServer { _, connection in
            if count.next() > 1 {
                return connection.respond("200 OK", ["Content-Type: application/json"], body: User.json)
            }
            connection.send("HTTP/1.1 503 Busy\r\nRetry-After: 7\r\nTransfer-Encoding: chunked\r\n\r\n")
            let chunk = "10000\r\n" + String(repeating: "x", count: 65_536) + "\r\n"
            // Send slowly: over `URLSession` on Linux, one fast response starves all other loads of the process.
            while connection.send(chunk) { Thread.sleep(forTimeInterval: 0.001) }
            connection.close()
            end.yield()
        }
        defer { server.stop() }
        async let user = controller(server, checked).load(GetUser())
        #expect(try await clock.waitForSleepers() == [.seconds(8)])
        for await _ in ends { break }
        clock.advance(by: .seconds(8))
        #expect(try await user == .ada)
        #expect(server.requests.count == 2)
    }

    @Test(
        "Makes three attempts to GET from a server that accepts and never answers, and one to POST",
        arguments: CheckedTransport.ours)
    func silentServer(_ checked: CheckedTransport) async throws {
        let (arrivals, arrive) = AsyncStream<Void>.makeStream()
        let server = try ScriptedServer { _, connection in
            arrive.yield()
            connection.waitForEnd()
        }
        defer { server.stop() }
        let rules = RetryRules(attempts: 3, attemptTimeout: .milliseconds(200))
        let retrier = RequestRetrier(rules, clock: clock, random: { 1 })
        let api = Controller(baseURL: server.url(), transport: checked.transport, middleware: [retrier])
        var arrived = arrivals.makeAsyncIterator()
        for (method, pauses) in [(HTTPMethod.get, [50, 100]), (.post, [])] {
            let endpoint = RESTEndpoint<Void>(method, path: "users")
            let call = Task { await failure { () throws(LoadError) in try await api.load(endpoint) }?.kind }
            for pause in pauses + [nil] {
                await arrived.next()
                #expect(try await clock.waitForSleepers() == [.milliseconds(200)], "\(method)")
                clock.advance(by: .milliseconds(200))
                guard let pause else { continue }
                #expect(try await clock.waitForSleepers() == [.milliseconds(pause)], "\(method)")
                clock.advance(by: .milliseconds(pause))
            }
            #expect(await call.value == .timedOut, "\(method)")
        }
        #expect(server.requests.map(\.method) == ["GET", "GET", "GET", "POST"])
    }

    @Test("Sends a POST again only when the connection is refused", arguments: CheckedTransport.all)
    func post(_ checked: CheckedTransport) async throws {
        let server = try ScriptedServer { _, connection in connection.reset() }
        defer { server.stop() }
        let refused = URL(string: "http://127.0.0.1:\(try ScriptedServer.refusedPort())/")
        let post = RESTEndpoint<User>(.post, path: "users")
        func api(_ url: URL?) -> Controller {
            Controller(
                baseURL: url, transport: checked.transport, middleware: [RequestRetrier(clock: clock, random: { 1 })])
        }
        let broken = await failure { () throws(LoadError) in _ = try await api(server.url()).load(post) }
        #expect(broken?.kind == .serverNotResponding)
        #expect(server.requests.count == 1)
        let unreachable = api(refused)
        let call = Task { await failure { () throws(LoadError) in _ = try await unreachable.load(post) }?.kind }
        for pause in [50, 100] {
            #expect(try await clock.waitForSleepers() == [.milliseconds(pause)])
            clock.advance(by: .milliseconds(pause))
        }
        #expect(await call.value == .serverUnreachable)
    }

    @Test(
        "Sends a GET again when the connection breaks, but not a POST", arguments: CheckedTransport.all,
        [HTTPMethod.get, .post])
    func brokenConnection(_ checked: CheckedTransport, _ method: HTTPMethod) async throws {
        let count = Counter()
        let server = try ScriptedServer { _, connection in
            if count.next() == 1 { return connection.reset() }
            connection.respond("200 OK", ["Content-Type: application/json"], body: User.json)
        }
        defer { server.stop() }
        let endpoint = RESTEndpoint<User>(method, path: "users")
        let api = controller(server, checked)
        if method == .get {
            async let user = api.load(endpoint)
            #expect(try await clock.waitForSleepers() == [.milliseconds(50)])
            clock.advance(by: .milliseconds(50))
            #expect(try await user == .ada)
        } else {
            let error = await failure { () throws(LoadError) in _ = try await api.load(endpoint) }
            #expect(error?.kind == .serverNotResponding)
        }
        #expect(server.requests.count == (method == .get ? 2 : 1))
    }

    @Test("Sends a request once if a new connection ends before the response", arguments: CheckedTransport.all)
    func newConnection(_ checked: CheckedTransport) async throws {
        for (resets, method) in [(false, HTTPMethod.get), (true, .get), (false, .put), (true, .put)] {
            let server = try ScriptedServer { _, connection in resets ? connection.reset() : connection.close() }
            defer { server.stop() }
            let endpoint = RESTEndpoint<Void>(method, path: "users", body: method == .put ? .text("Ada") : nil)
            let api = Controller(baseURL: server.url(), transport: checked.transport)
            let error = await failure { () throws(LoadError) in try await api.load(endpoint) }
            #expect(error?.kind == .serverNotResponding, "\(method), resets: \(resets)")
            #expect(server.requests.map(\.method) == [method.rawValue], "resets: \(resets)")
        }
    }

    @Test("Sends a request once over async-http-client if a new connection ends after an interim response")
    func interimResponse() async throws {
        let server = try ScriptedServer { _, connection in
            connection.send("HTTP/1.1 103 Early Hints\r\n\r\n")
            connection.close()
        }
        defer { server.stop() }
        let api = Controller(baseURL: server.url(), transport: AsyncHTTPClientTransport.shared)
        let error = await failure { () throws(LoadError) in _ = try await api.load(GetUser()) }
        #expect(error?.kind == .serverNotResponding)
        #expect(server.requests.count == 1)
    }

    @Test(
        "Sends at most 1.1 requests for each of 1,000 calls to a server that is down",
        arguments: CheckedTransport.ours, [true, false])
    func outage(_ checked: CheckedTransport, _ closes: Bool) async throws {
        let server = try ScriptedServer { _, connection in
            closes ? connection.close() : connection.respond("503 Service Unavailable")
        }
        defer { server.stop() }
        // The retrier does not pause.
        let api = Controller(
            baseURL: server.url(), transport: checked.transport, middleware: [RequestRetrier(random: { 0 })])
        await withTaskGroup { group in
            for _ in 0..<20 {
                group.addTask {
                    for id in 0..<50 {
                        let error = await failure { () throws(LoadError) in _ = try await api.load(GetUser(id: id)) }
                        #expect(error?.response?.statusCode == (closes ? nil : 503), "user \(id)")
                    }
                }
            }
        }
        // The budget holds 500 tokens: a retry takes 14 after a broken connection, and 5 after a 503.
        #expect(server.requests.count == (closes ? 1_035 : 1_100))
    }

    @Test("Sends the whole file and the same idempotency key with each attempt", arguments: CheckedTransport.ours)
    func bodies(_ checked: CheckedTransport) async throws {
        let count = Counter()
        let server = try ScriptedServer { _, connection in
            if count.next() == 1 { return connection.respond("500 Internal Server Error", body: "busy") }
            connection.respond("200 OK", ["Content-Type: application/json"], body: User.json)
        }
        defer { server.stop() }
        let api = Controller(
            baseURL: server.url(), transport: checked.transport,
            middleware: [IdempotencyKey(), RequestRetrier(clock: clock, random: { 1 })])
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "file")
            try Data(repeating: 7, count: 300_000).write(to: file)
            async let user = api.upload(RESTEndpoint<User>(.post, path: "files", body: .file(file))) { _ in }
            try await clock.waitForSleepers()
            clock.advance(by: .milliseconds(50))
            #expect(try await user == .ada)
        }
        let requests = server.requests
        #expect(requests.map(\.body.count) == [300_000, 300_000])
        #expect(requests.map { $0.field("Content-Length") } == ["300000", "300000"])
        #expect(requests[0].field("Idempotency-Key") == requests[1].field("Idempotency-Key"))
        #expect(requests[0].field("Idempotency-Key") != nil)
    }

    @Test("Does not retry a POST when the GET that it was redirected to gets a 503", arguments: CheckedTransport.ours)
    func redirectedPost(_ checked: CheckedTransport) async throws {
        let server = try ScriptedServer { request, connection in
            if request.method == "POST" { return connection.respond("303 See Other", ["Location: /done"]) }
            connection.respond("503 Service Unavailable")
        }
        defer { server.stop() }
        let api = controller(server, checked)
        let error = await failure { () throws(LoadError) in
            try await api.load(RESTEndpoint<Void>(.post, path: "users"))
        }
        #expect(error?.response?.statusCode == 503)
        #expect(server.requests.map(\.method) == ["POST", "GET"])
    }
}
