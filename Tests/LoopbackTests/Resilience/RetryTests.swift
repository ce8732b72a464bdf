import EndpointCompliance
import EndpointResilience
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
                try await api.load(RESTEndpoint<User>(.post, path: "users"), parser: .none)
            }
        }
        for pause in [50, 100] {
            #expect(try await clock.waitForSleepers() == [.milliseconds(pause)])
            clock.advance(by: .milliseconds(pause))
        }
        guard case .serverUnreachable = await call.value else { throw Unexpected(await call.value) }
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

/// An error that describes an unexpected value.
struct Unexpected: Error, CustomStringConvertible {
    var description: String

    init(_ value: Any?) {
        description = value.map { "\($0)" } ?? "nothing"
    }
}
