import EndpointAsyncHTTPClient
import EndpointCache
import EndpointCompliance
import EndpointResilience
import EndpointStreaming
import EndpointTesting
import Foundation
import Testing
import Transports

/// Renewal of tokens, the cache, and the resumption of events, over each transport.
@Suite(.timeLimit(.minutes(2))) struct ResilienceTests {
    @Test("Renews a token once for 500 calls that are refused at the same time", arguments: CheckedTransport.ours)
    func renewal(_ checked: CheckedTransport) async throws {
        let condition = NSCondition()
        let refused = Counter()
        let server = try ScriptedServer { request, connection in
            let fields = ["Content-Type: application/json"]
            if request.target == "/token" {
                // Answer after all calls have received their 401.
                condition.withLock { while refused.value < 500 { condition.wait() } }
                return connection.respond("200 OK", fields, body: #"{"access_token":"2","refresh_token":"r2"}"#)
            }
            if request.field("Authorization") == "Bearer 2" {
                return connection.respond("200 OK", fields, body: User.json)
            }
            connection.respond("401 Unauthorized")
            condition.withLock {
                _ = refused.next()
                condition.broadcast()
            }
        }
        defer { server.stop() }
        let authority = EndpointController<OAuthError>(baseURL: server.url(), transport: checked.transport)
        let token = RenewedToken(AccessToken("1", refreshToken: "r1")) { old in
            try await authority.token(renewing: old, at: "token")
        }
        let api = Controller(baseURL: server.url(), transport: checked.transport, middleware: [token])
        let users = try await withThrowingTaskGroup { group in
            for id in 0..<500 { group.addTask { try await api.load(GetUser(id: id)) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(users == Array(repeating: .ada, count: 500))
        let renewals = server.requests.filter { $0.target == "/token" }
        #expect(
            renewals.map { String(decoding: $0.body, as: UTF8.self) } == ["grant_type=refresh_token&refresh_token=r1"])
        #expect(server.requests.count == 1_001)
    }

    @Test("Answers from the cache, and validates with the entity tag of the response", arguments: CheckedTransport.all)
    func cache(_ checked: CheckedTransport) async throws {
        let server = try ScriptedServer { request, connection in
            if request.field("If-None-Match") == "\"1\"" {
                connection.send("HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\nCache-Control: max-age=60\r\n\r\n")
            } else {
                let fields = ["Content-Type: application/json", "ETag: \"1\"", "Cache-Control: no-cache"]
                connection.respond("200 OK", fields, body: User.json)
            }
        }
        defer { server.stop() }
        let api = Controller(baseURL: server.url(), transport: CachingTransport(checked.transport))
        // The first call stores the response, the second validates it, and the third finds it fresh.
        for _ in 0..<3 { #expect(try await api.load(GetUser()) == .ada) }
        #expect(server.requests.map { $0.field("If-None-Match") } == [nil, "\"1\""])
    }

    @Test("Does not store a truncated body", arguments: CheckedTransport.all)
    func truncated(_ checked: CheckedTransport) async throws {
        let server = try ScriptedServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\nCache-Control: max-age=60\r\n\r\nhello")
            connection.close()
        }
        defer { server.stop() }
        let api = Controller(baseURL: server.url(), transport: CachingTransport(checked.transport))
        for _ in 0..<2 {
            let error = await failure { () throws(LoadError) in
                _ = try await api.load(GetText().parsed(as: String.self))
            }
            #expect(error?.kind == .truncatedResponse)
            #expect(error?.response?.body == Data("hello".utf8))
        }
        #expect(server.requests.count == 2)
    }

    // `URLSession` on Linux does not notice the cut.
    @Test("Does not store a gzip body that is cut within a complete message over async-http-client")
    func cutGzip() async throws {
        let text: [UInt8] = [31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 75, 203, 47, 45, 2, 0, 125, 102, 193, 144, 4, 0, 0, 0]
        let server = try ScriptedServer { _, connection in
            let fields = "Content-Encoding: gzip\r\nCache-Control: max-age=60\r\nContent-Length: 12"
            connection.send(Array("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n".utf8) + text.prefix(12))
        }
        defer { server.stop() }
        let api = Controller(baseURL: server.url(), transport: CachingTransport(AsyncHTTPClientTransport.shared))
        for _ in 0..<2 {
            let error = await failure { () throws(LoadError) in
                _ = try await api.load(GetText().parsed(as: String.self))
            }
            #expect(error?.kind == .truncatedResponse)
        }
        #expect(server.requests.count == 2)
    }

    @Test("Does not renew after a redirect to another server that answers with 401", arguments: CheckedTransport.all)
    func redirect(_ checked: CheckedTransport) async throws {
        let stranger = try ScriptedServer { _, connection in connection.respond("401 Unauthorized") }
        defer { stranger.stop() }
        let location = "Location: \(stranger.url("here").absoluteString)"
        let server = try ScriptedServer { _, connection in connection.respond("302 Found", [location]) }
        defer { server.stop() }
        let token = RenewedToken(AccessToken("s3cret")) { old in
            Issue.record("\(old.value) was renewed")
            return old
        }
        let api = Controller(baseURL: server.url(), transport: checked.transport, middleware: [token])
        let error = await failure { () throws(LoadError) in _ = try await api.load(GetUser()) }
        #expect(error?.response?.statusCode == 401)
        #expect(server.requests.map { $0.field("Authorization") } == ["Bearer s3cret"])
        #expect(stranger.requests.map { $0.field("Authorization") } == [nil])
    }

    @Test("Resumes an interrupted stream with the ID of its last event", arguments: CheckedTransport.all)
    func resumption(_ checked: CheckedTransport) async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
        let server = try ScriptedServer { request, connection in
            switch request.field("Last-Event-ID") {
            case nil:
                connection.send(head + "retry: 1000\ndata: 1\nid: a\n\ndata: lost")
                connection.reset()
            case "a":
                connection.send(head + "data: 2\nid: b\n\n")
                connection.close()
            default:
                connection.send("HTTP/1.1 204 No Content\r\n\r\n")
                connection.close()
            }
        }
        defer { server.stop() }
        let clock = ManualClock()
        let api = Controller(baseURL: server.url(), transport: checked.transport)
        let events = api.serverSentEvents(of: GetText(), clock: clock)
        let reader = Task {
            var collected: [String] = []
            for try await event in events { collected.append(event.data) }
            return collected
        }
        for _ in 0..<2 {
            #expect(try await clock.waitForSleepers() == [.seconds(1)])
            clock.advance(by: .seconds(1))
        }
        #expect(try await reader.value == ["1", "2"])
        #expect(server.requests.map { $0.field("Accept") } == Array(repeating: "text/event-stream", count: 3))
    }
}
