import EndpointCompliance
import EndpointResilience
import Foundation
import Testing

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
}
