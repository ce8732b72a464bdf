import EndpointCompliance
import EndpointPaging
import EndpointStreaming
import EndpointSupport
import EndpointTesting
import Foundation
import Testing

@testable import EndpointResilience

/// Tests of the renewal of tokens over `URLSession`.
@Suite("RenewedToken over URLSession", .timeLimit(.minutes(2)))
struct TokenTests {
    @Test("Renews once for 500 calls that are refused at the same time")
    func simultaneousRefusals() async throws {
        let server = try SessionServer(renewingAfter: 500)
        defer { server.stop() }
        server.expire()
        let token = server.token
        let api = Controller(baseURL: server.url, middleware: [token])
        let users = try await withThrowingTaskGroup { group in
            for id in 0..<500 { group.addTask { try await api.load(GetUser(id: id)) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(users == Array(repeating: .ada, count: 500))
        #expect(server.renewals.count == 1)
        #expect(server.requests.count == 1_001)
        #expect(token.value?.refreshToken == "refresh2")
    }

    @Test("Renews with the newest refresh token each time")
    func rotation() async throws {
        let server = try SessionServer()
        defer { server.stop() }
        let api = Controller(baseURL: server.url, middleware: [RequestRetrier(), server.token])
        for _ in 0..<5 {
            server.expire()
            #expect(try await api.load(GetUser()) == .ada)
        }
        #expect(server.renewals.count == 5)
    }

    @Test("Ends the session and throws the 401 when the server refuses the refresh token")
    func endedSession() async throws {
        let server = try SessionServer()
        defer { server.stop() }
        for _ in 0..<2 { server.expire() }
        let token = server.token
        let api = Controller(baseURL: server.url, middleware: [token])
        let error = await failure { () throws(LoadError) in _ = try await api.load(GetUser()) }
        #expect(error?.response?.statusCode == 401)
        #expect(error?.response.map { String(decoding: $0.body, as: UTF8.self) } == "expired")
        #expect(token.value == nil)
    }

    @Test("Ends the wait for an authority that does not answer, and asks it again for the next call")
    func hangingAuthority() async throws {
        let (isFirst, clock) = (Flag(), ManualClock())
        let authority = try ScriptedServer { _, connection in
            let fields = ["Content-Type: application/json"]
            guard isFirst.set() else { return connection.respond("200 OK", fields, body: #"{"access_token":"2"}"#) }
            connection.waitForEnd()
        }
        defer { authority.stop() }
        let server = try ScriptedServer { request, connection in
            let isValid = request.field("Authorization") == "Bearer 2"
            if !isValid { return connection.respond("401 Unauthorized") }
            connection.respond("200 OK", ["Content-Type: application/json"], body: User.json)
        }
        defer { server.stop() }
        let issuer = EndpointController<OAuthError>(baseURL: authority.url())
        let token = RenewedToken(AccessToken("1", refreshToken: "r"), timeout: .seconds(5), clock: clock) { old in
            try await issuer.token(renewing: old, at: "token")
        }
        let api = Controller(baseURL: server.url(), middleware: [token])
        async let errors = withTaskGroup { group in
            for _ in 0..<20 {
                group.addTask { await failure { () throws(LoadError) in _ = try await api.load(GetUser()) } }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(try await clock.waitForSleepers() == [.seconds(5)])
        // All calls wait for the renewal, whose request has arrived.
        while (token.state.withLock(\.renewal)?.waiterCount ?? 0) < 20 || authority.requests.isEmpty {
            try Task.checkCancellation()
            await Task.yield()
        }
        clock.advance(by: .seconds(5))
        for error in await errors { #expect(error?.kind == .timedOut) }
        #expect(try await api.load(GetUser()) == .ada)
        #expect(authority.requests.count == 2)
    }
}
