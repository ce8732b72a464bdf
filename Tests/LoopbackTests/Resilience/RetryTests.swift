import EndpointCompliance
import EndpointResilience
import EndpointStreaming
import EndpointSupport
import EndpointTesting
import Foundation
import Testing

/// Retries over `URLSession`, as the server sees them.
@Suite("RequestRetrier over URLSession", .timeLimit(.minutes(2)))
struct RetryTests {
    private let clock = ManualClock()

    private func controller(_ server: ScriptedServer) -> Controller {
        Controller(baseURL: server.url(), middleware: [RequestRetrier(clock: clock, random: { 1 })])
    }

    /// A server that answers the first request with a status, and each later one with a user.
    private func busyOnce(_ status: String, _ fields: [String] = []) throws -> ScriptedServer {
        let isBusy = Flag()
        return try ScriptedServer { _, connection in
            if isBusy.set() {
                connection.respond(status, fields, body: "busy")
            } else {
                connection.respond("200 OK", ["Content-Type: application/json"], body: User.json)
            }
        }
    }

    @Test("Waits as long as the server asks, and sends the same request again")
    func retryAfter() async throws {
        let server = try busyOnce("503 Service Unavailable", ["Retry-After: 7"])
        defer { server.stop() }
        async let user = controller(server).load(GetUser())
        #expect(try await clock.waitForSleepers() == [.seconds(8)])
        clock.advance(by: .seconds(8))
        #expect(try await user == .ada)
        #expect(server.requests.count == 2)
        #expect(server.requests[0].head == server.requests[1].head)
    }

    @Test("Does not wait for either of two Retry-After fields that differ")
    func twoRetryAfterFields() async throws {
        let server = try busyOnce("503 Service Unavailable", ["Retry-After: 7", "Retry-After: 9"])
        defer { server.stop() }
        async let user = controller(server).load(GetUser())
        #expect(try await clock.waitForSleepers() == [.seconds(1)])
        clock.advance(by: .seconds(1))
        #expect(try await user == .ada)
    }

    @Test("Times out at the deadline of the call while the server does not answer a later attempt")
    func hangingAttempt() async throws {
        let isFirst = Flag()
        let server = try ScriptedServer { _, connection in
            if isFirst.set() { connection.respond("500 Internal Server Error") } else { connection.waitForEnd() }
        }
        defer { server.stop() }
        let rules = RetryRules(backoff: RetryBackoff(base: .zero))
        let api = Controller(baseURL: server.url(), middleware: [RequestRetrier(rules)])
        let (start, timeout) = (ContinuousClock.now, Duration.seconds(2))
        let endpoint = RESTEndpoint<User>(.get, path: "users", rules: EndpointRules(timeout: timeout))
        let error = await failure { () throws(LoadError) in _ = try await api.load(endpoint) }
        #expect(error?.kind == .timedOut)
        #expect(.now - start >= timeout)
        // A third request would be sent if the second attempt had its own time limit.
        #expect(server.requests.count <= 2)
    }

    @Test("Makes three attempts to GET from a server that accepts and never answers, and one to POST")
    func silentServer() async throws {
        let (arrivals, arrive) = AsyncStream<Void>.makeStream()
        let server = try ScriptedServer { _, connection in
            arrive.yield()
            connection.waitForEnd()
        }
        defer { server.stop() }
        let rules = RetryRules(attempts: 3, attemptTimeout: .milliseconds(200))
        let retrier = RequestRetrier(rules, clock: clock, random: { 1 })
        let api = Controller(baseURL: server.url(), middleware: [retrier])
        var arrived = arrivals.makeAsyncIterator()
        for (method, pauses) in [(HTTPMethod.get, [50, 100]), (.post, [])] {
            let call = Task {
                await failure { () throws(LoadError) in
                    try await api.load(RESTEndpoint<User>(method, path: "users").parsed(by: .none))
                }
            }
            for pause in pauses + [nil] {
                await arrived.next()
                #expect(try await clock.waitForSleepers() == [.milliseconds(200)], "\(method)")
                clock.advance(by: .milliseconds(200))
                guard let pause else { continue }
                #expect(try await clock.waitForSleepers() == [.milliseconds(pause)], "\(method)")
                clock.advance(by: .milliseconds(pause))
            }
            #expect(await call.value?.kind == .timedOut, "\(method)")
        }
        #expect(server.requests.map(\.method) == ["GET", "GET", "GET", "POST"])
    }

    @Test("Sends each attempt within its time if a limit before the retrier leaves no attempt without a connection")
    func connectionLimit() async throws {
        let (arrivals, arrive) = AsyncStream<Void>.makeStream()
        let server = try ScriptedServer { _, connection in
            arrive.yield()
            connection.waitForEnd()
        }
        defer { server.stop() }
        let retrier = RequestRetrier(RetryRules(attempts: 1, attemptTimeout: .seconds(5)), clock: clock)
        let api = Controller(
            baseURL: server.url(), transport: SystemTransport(ConnectionSettings(connectionsPerHost: 2)),
            middleware: [CallLimit(2), retrier])
        let calls = (0..<6).map { _ in
            Task { await failure { () throws(LoadError) in _ = try await api.load(GetUser()) } }
        }
        var arrived = arrivals.makeAsyncIterator()
        for _ in 0..<3 {
            for _ in 0..<2 { await arrived.next() }
            #expect(try await clock.waitForSleepers(2) == [.seconds(5), .seconds(5)])
            clock.advance(by: .seconds(5))
        }
        for call in calls { #expect(await call.value?.kind == .timedOut) }
        #expect(server.requests.count == 6)
    }

    @Test("Abandons a 503 whose body never ends, and sends the request again")
    func endlessBody() async throws {
        let isFirst = Flag()
        let (ends, end) = AsyncStream<Void>.makeStream()
        let server = try ScriptedServer { _, connection in
            guard isFirst.set() else {
                return connection.respond("200 OK", ["Content-Type: application/json"], body: User.json)
            }
            connection.send("HTTP/1.1 503 Service Unavailable\r\nTransfer-Encoding: chunked\r\n\r\n")
            let chunk = "10000\r\n" + String(repeating: "x", count: 65_536) + "\r\n"
            // Send slowly: over `URLSession` on Linux, one fast response starves all other loads of the process.
            while connection.send(chunk) { Thread.sleep(forTimeInterval: 0.001) }
            connection.close()
            end.yield()
        }
        defer { server.stop() }
        async let user = controller(server).load(GetUser())
        try await clock.waitForSleepers()
        // The client closes the connection before the pause is over.
        for await _ in ends { break }
        clock.advance(by: .seconds(1))
        #expect(try await user == .ada)
    }

    @Test("Sends a POST again when the connection is refused")
    func refusedConnection() async throws {
        let url = URL(string: "http://127.0.0.1:\(try ScriptedServer.refusedPort())/")
        let api = Controller(baseURL: url, middleware: [RequestRetrier(clock: clock, random: { 1 })])
        let call = Task {
            await failure { () throws(LoadError) in
                try await api.load(RESTEndpoint<User>(.post, path: "users").parsed(by: .none))
            }
        }
        for pause in [50, 100] {
            #expect(try await clock.waitForSleepers() == [.milliseconds(pause)])
            clock.advance(by: .milliseconds(pause))
        }
        #expect(await call.value?.kind == .serverUnreachable)
    }

    @Test("Sends a POST again when the host is not found")
    func unknownHost() async throws {
        // No server has this name (RFC 6761, section 6.4), and it is longer than names may be, so no resolver is asked.
        let url = URL(string: "http://\(String(repeating: "x", count: 64)).invalid/")
        let api = Controller(baseURL: url, middleware: [RequestRetrier(clock: clock, random: { 1 })])
        async let error = failure { () throws(LoadError) in
            try await api.load(RESTEndpoint<User>(.post, path: "users").parsed(by: .none))
        }
        for pause in [50, 100] {
            #expect(try await clock.waitForSleepers() == [.milliseconds(pause)])
            clock.advance(by: .milliseconds(pause))
        }
        #expect(await error?.kind == .serverUnreachable)
    }

    @Test("Reports progress that never decreases while a file is sent again")
    func progress() async throws {
        let server = try busyOnce("500 Internal Server Error")
        defer { server.stop() }
        let api = Controller(
            baseURL: server.url(), middleware: [IdempotencyKey(), RequestRetrier(clock: clock, random: { 1 })])
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "file")
            try Data(repeating: 7, count: 300_000).write(to: file)
            let (reports, report) = AsyncStream<Int64>.makeStream()
            let endpoint = RESTEndpoint<User>(.post, path: "files", body: .file(file))
            async let user = api.upload(endpoint) { report.yield($0.completed) }
            try await clock.waitForSleepers()
            clock.advance(by: .milliseconds(50))
            #expect(try await user == .ada)
            report.finish()
            let progress = await reports.reduce(into: []) { $0.append($1) }
            // The second attempt starts from the beginning, but its progress is not reported until it exceeds the
            // first.
            #expect(progress == Set(progress).sorted() && progress.last == 300_000, "\(progress)")
        }
        #expect(server.requests.map(\.body.count) == [300_000, 300_000])
    }
}

/// A flag that distinguishes its first caller from all others.
///
/// `@unchecked Sendable`: the value is accessed with `lock` held.
final class Flag: @unchecked Sendable {
    private let lock = NSLock()
    private var isSet = false

    /// Sets the flag, and returns whether it was not set before.
    func set() -> Bool {
        lock.withLock {
            defer { isSet = true }
            return !isSet
        }
    }
}
