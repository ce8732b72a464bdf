import EndpointCompliance
import EndpointResilience
import EndpointTesting
import Foundation
import Testing
import Transports

/// Retry, renewal of tokens and the cache, over each transport.
@Suite struct ResilienceTests {
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
        let clock = ManualClock()
        let api = Controller(
            baseURL: server.url(), transport: checked.transport,
            middleware: [RequestRetrier(clock: clock, random: { 1 })])
        async let user = api.load(GetUser())
        #expect(try await clock.waitForSleepers() == [.seconds(8)])
        for await _ in ends { break }
        clock.advance(by: .seconds(8))
        #expect(try await user == .ada)
        #expect(server.requests.count == 2)
    }

    @Test("Sends a POST again only when the connection is refused", arguments: CheckedTransport.all)
    func post(_ checked: CheckedTransport) async throws {
        let server = try ScriptedServer { _, connection in connection.reset() }
        defer { server.stop() }
        let refused = URL(string: "http://127.0.0.1:\(try ScriptedServer.refusedPort())/")
        let post = RESTEndpoint<User>(.post, path: "users")
        let clock = ManualClock()
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
}

/// Counts from 1.
///
/// `@unchecked Sendable`: the count is accessed with `lock` held.
private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    var value: Int { lock.withLock { count } }

    func next() -> Int {
        lock.withLock {
            count += 1
            return count
        }
    }
}
