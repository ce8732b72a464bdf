import EndpointSupport
import EndpointTesting
import Foundation
import TestSupport
import Testing

@testable import EndpointResilience

@Suite("RenewedToken", .timeLimit(.minutes(2)))
struct RenewedTokenTests {
    @Test("Adds the token only to requests for its origin")
    func origin() async throws {
        let sent = Collected<URLRequest>()
        let transport = Answering { request in
            sent.append(request)
            return answer(to: request)
        }
        func authorization(_ url: String, origin: URL? = nil) async throws -> String? {
            let token = RenewedToken(AccessToken("1"), origin: origin) { $0 }
            let api = Controller(baseURL: baseURL, transport: transport, middleware: [token])
            _ = try await api.load(Given(url: url).parsed(by: .none))
            return sent.all.last?.value(forHTTPHeaderField: "Authorization")
        }
        #expect(try await authorization("https://example.com/users") == "Bearer 1")
        #expect(try await authorization("https://example.com:8443/users") == nil)
        #expect(try await authorization("https://other.example/users") == nil)
        #expect(try await authorization("https://other.example/", origin: url("https://other.example/x")) == "Bearer 1")
        #expect(try await authorization("https://example.com/users", origin: url("https://other.example/")) == nil)
    }

    @Test("Adds nothing without a token, or to a request with its own credentials")
    func ownCredentials() async throws {
        let server = TokenServer(accepting: "1")
        let token = RenewedToken(nil) { server.renew($0) }
        let api = server.controller(token)
        #expect(await api.statusCode() == 401)
        token.value = AccessToken("1")
        let own = RESTEndpoint<Data>(.get, path: "users", headerFields: ["authorization": "Basic eDp5"])
        #expect(await api.statusCode(of: own) == 401)
        token.value = AccessToken("1", expiresAt: .distantPast)
        #expect(await api.statusCode(of: own) == 401)
        #expect(server.authorizations == [nil, "Basic eDp5", "Basic eDp5"])
        #expect(server.renewals == 0)
    }

    @Test("Renews after a 401 and sends a POST again with the new token")
    func renewal() async throws {
        let server = TokenServer(accepting: "2")
        let token = RenewedToken(AccessToken("1", refreshToken: "r")) { old in
            #expect(old == AccessToken("1", refreshToken: "r"))
            return server.renew(old)
        }
        let api = server.controller(token)
        #expect(await api.statusCode(of: RESTEndpoint<Data>(.post, path: "orders", body: .text("x"))) == 200)
        #expect(server.authorizations == ["Bearer 1", "Bearer 2"])
        #expect(token.value == AccessToken("2"))
        #expect(await api.statusCode() == 200)
        #expect(server.renewals == 1)
    }

    @Test("Returns a second 401, and does not renew twice for the same call")
    func secondRefusal() async throws {
        let server = TokenServer(accepting: "none")
        let token = RenewedToken(AccessToken("1")) { old in
            defer { server.accept("none") }
            return server.renew(old)
        }
        #expect(await server.controller(token).statusCode() == 401)
        #expect(server.authorizations == ["Bearer 1", "Bearer 2"])
        #expect(server.renewals == 1)
    }

    @Test(
        "Renews from 30 seconds before the expiry", arguments: [(31.0, 0), (30.1, 0), (30, 1), (-100, 1)])
    func expiry(_ seconds: TimeInterval, _ renewals: Int) async throws {
        let clock = ManualClock()
        let server = TokenServer(accepting: renewals == 1 ? "2" : "1")
        let stored = AccessToken("1", expiresAt: clock.date.addingTimeInterval(seconds))
        let token = RenewedToken(stored, now: { clock.date }) { server.renew($0) }
        #expect(await server.controller(token).statusCode() == 200)
        #expect(server.authorizations == ["Bearer \(1 + renewals)"])
        #expect(server.renewals == renewals)
    }

    @Test("Reads the date from a closure that reads the token")
    func dateFromToken() async throws {
        let server = TokenServer(accepting: "2")
        let reference = Reference<RenewedToken>()
        let token = RenewedToken(
            AccessToken("1", expiresAt: Date()), now: { (try? reference.value().value?.expiresAt) ?? Date() }
        ) { server.renew($0) }
        reference.set(token)
        #expect(await server.controller(token).statusCode() == 200)
        #expect(token.value == AccessToken("2"))
    }

    @Test(
        "Does not renew before each call if new tokens are already due", .timeLimit(.minutes(1)),
        arguments: [0, 10, 30])
    func shortLife(lifetime: TimeInterval) async throws {
        let clock = ManualClock()
        let server = TokenServer(accepting: "2")
        let stored = AccessToken("1", expiresAt: clock.date)
        let token = RenewedToken(stored, now: { clock.date }) { old in
            var new = server.renew(old)
            new.expiresAt = clock.date.addingTimeInterval(lifetime)
            return new
        }
        let api = server.controller(token)
        for _ in 0..<5 { #expect(await api.statusCode() == 200) }
        #expect(server.renewals == 1)
        // From now on only a 401 leads to a renewal.
        server.accept("3")
        #expect(await api.statusCode() == 200)
        #expect(server.renewals == 2)
    }

    @Test("Renews once for 500 simultaneous calls, each of which is sent again")
    func singleFlight() async throws {
        let server = TokenServer(accepting: "2")
        let refusals = Barrier()
        let next = EndpointNext(baseURL: baseURL) { request in
            let response = try await server.send(request)
            // No call receives its 401 before all calls have been refused.
            if response.statusCode == 401 { await refusals.pass() }
            return response
        }
        let token = RenewedToken(AccessToken("1")) { server.renew($0) }
        let statusCodes = try await withThrowingTaskGroup { group in
            for _ in 0..<500 {
                group.addTask { try await token.intercept(request(), next: next).statusCode }
            }
            defer { refusals.open() }
            try await refusals.waitForArrivals(500)
            refusals.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statusCodes == Array(repeating: 200, count: 500))
        #expect(server.renewals == 1)
        #expect(server.authorizations.count == 1_000)
    }

    @Test("Renews once for calls that find the token expired before they are sent")
    func singleFlightAhead() async throws {
        let clock = ManualClock()
        let server = TokenServer(accepting: "2")
        let gate = Barrier()
        let token = RenewedToken(AccessToken("1", expiresAt: clock.date), now: { clock.date }) { old in
            await gate.pass()
            return server.renew(old)
        }
        let api = server.controller(token)
        try await withThrowingTaskGroup { group in
            for _ in 0..<100 { group.addTask { #expect(await api.statusCode() == 200) } }
            try await gate.waitForArrivals()
            gate.open()
        }
        #expect(server.renewals == 1)
        #expect(server.authorizations == Array(repeating: "Bearer 2", count: 100))
    }

    @Test(
        "Sends a call again without a renewal if its 401 is for an older token", arguments: [true, false])
    func olderGeneration(isTried: Bool) async throws {
        let server = TokenServer(accepting: "2")
        let token = RenewedToken(AccessToken("1")) { server.renew($0) }
        let gate = Barrier()
        let next = server.next(holdingRefusalsAt: gate)
        let call = Task { try await token.intercept(request(), next: next).statusCode }
        try await gate.waitForArrivals()
        if isTried {
            #expect(await server.controller(token).statusCode() == 200)
        } else {
            _ = try await token.newer(than: try #require(token.state.withLock(\.use)))
        }
        gate.open()
        #expect(try await call.outcome == 200)
        #expect(server.renewals == 1)
    }

    @Test("Sends a call again with a newer token that expires soon, if no renewal may begin")
    func expiringNewerToken() async throws {
        let clock = ManualClock()
        let (server, gate) = (TokenServer(accepting: "none"), Barrier())
        let token = RenewedToken(AccessToken("1"), now: { clock.date }) { _ in
            AccessToken("2", expiresAt: clock.date + 40)
        }
        let next = server.next(holdingRefusalsAt: gate)
        let call = Task { try await token.intercept(request(), next: next).statusCode }
        try await gate.waitForArrivals()
        #expect(await server.controller(token).statusCode() == 401)
        server.accept("2")
        clock.advance(by: .seconds(20))
        gate.open()
        #expect(try await call.outcome == 200)
        #expect(server.authorizations.last == "Bearer 2")
    }

    @Test("Renews a newer token that has expired before a call is sent again")
    func expiredNewerToken() async throws {
        let clock = ManualClock()
        let (server, gate) = (TokenServer(accepting: "1"), Barrier())
        let token = RenewedToken(AccessToken("1", expiresAt: clock.date + 300), now: { clock.date }) { old in
            AccessToken(server.renew(old).value, expiresAt: clock.date + 300)
        }
        let next = EndpointNext(baseURL: baseURL) { request in
            if request.value(forHTTPHeaderField: "Authorization") == "Bearer 1" { await gate.pass() }
            return try await server.send(request)
        }
        let slow = Task { try await token.intercept(request(), next: next) }
        try await gate.waitForArrivals()
        clock.advance(by: .seconds(290))
        _ = try await token.intercept(request(), next: next)
        clock.advance(by: .seconds(580))
        gate.open()
        #expect(try await slow.outcome.statusCode == 200)
        #expect(server.authorizations == ["Bearer 2", "Bearer 1", "Bearer 3"])
    }

    @Test(
        "Keeps a new refresh token with a scope of any type",
        arguments: [
            (#""read write""#, "read write"), (#"["read","write"]"#, "read write"), ("7", nil), ("null", nil),
        ])
    func scope(json: String, scope: String?) throws {
        let text = #"{"access_token":"a","refresh_token":"r","scope":\#(json)}"#
        let tokens = try JSONDecoder().decode(OAuthTokens.self, from: Data(text.utf8))
        #expect(tokens == OAuthTokens(accessToken: "a", refreshToken: "r", scope: scope))
    }

    @Test(
        "Reads a lifetime that is out of range as the nearest lifetime, or as an unknown one",
        arguments: [("1e300", 100_000_000_000), ("-1e300", 0), (#""nan""#, nil)])
    func lifetime(json: String, seconds: Int64?) throws {
        let text = #"{"access_token":"a","expires_in":\#(json)}"#
        let tokens = try JSONDecoder().decode(OAuthTokens.self, from: Data(text.utf8))
        #expect(tokens.expiresIn == seconds)
    }

    @Test("Counts the lifetime from a given date")
    func startOfLifetime() throws {
        let token = try OAuthTokens(accessToken: "a", expiresIn: 60).token(now: .distantPast)
        #expect(token.expiresAt == .distantPast + 60)
    }

    @Test("Adds no token to the requests of the renewal over the same controller")
    func ownRequests() async throws {
        let sent = Collected<String>()
        let api = Reference<Controller>()
        let token = RenewedToken(AccessToken("1")) { _ in
            AccessToken(try await api.value().load(RESTEndpoint<String>(.post, path: "token")))
        }
        let transport = Answering { request in
            let authorization = request.value(forHTTPHeaderField: "Authorization") ?? "none"
            sent.append("\(request.url?.lastPathComponent ?? "") \(authorization)")
            if request.url?.lastPathComponent == "token" { return answer(to: request, chunks: ["2"]) }
            return answer(to: request, authorization == "Bearer 2" ? 200 : 401)
        }
        api.set(Controller(baseURL: baseURL, transport: transport, middleware: [token]))
        #expect(try await api.value().statusCode() == 200)
        #expect(sent.all == ["users Bearer 1", "token none", "users Bearer 2"])
    }

    @Test("Adds another token to the requests of a renewal over another controller")
    func nestedRenewal() async throws {
        let inner = TokenServer(accepting: "b2")
        let device = RenewedToken(AccessToken("b1")) { _ in AccessToken("b2") }
        let authority = inner.controller(device)
        let server = TokenServer(accepting: "2")
        let token = RenewedToken(AccessToken("1")) { old in
            #expect(await authority.statusCode() == 200)
            return server.renew(old)
        }
        #expect(await server.controller(token).statusCode() == 200)
        #expect(inner.authorizations == ["Bearer b1", "Bearer b2"])
    }

    @Test("Adds another token to the requests of a renewal while that token is renewed for another call")
    func simultaneousRenewals() async throws {
        let (inner, server, gate) = (TokenServer(accepting: "b2"), TokenServer(accepting: "2"), Barrier())
        let device = RenewedToken(AccessToken("b1")) { _ in
            await gate.pass()
            return AccessToken("b2")
        }
        let authority = inner.controller(device)
        let token = RenewedToken(AccessToken("1")) { old in
            #expect(await authority.statusCode() == 200)
            return server.renew(old)
        }
        async let other = authority.statusCode()
        try await gate.waitForArrivals()
        async let call = server.controller(token).statusCode()
        try await waitWhile(inner.authorizations.count < 2)
        gate.open()
        #expect(await [other, call] == [200, 200])
        #expect(inner.authorizations == ["Bearer b1", "Bearer b1", "Bearer b2", "Bearer b2"])
    }

    @Test("Adds no token to the requests of a renewal that another token's renewal starts")
    func ownRequestsOfNestedRenewal() async throws {
        let (inner, server) = (TokenServer(accepting: "b2"), TokenServer(accepting: "2"))
        let api = Reference<Controller>()
        let device = RenewedToken(AccessToken("b1")) { _ in
            let status = try await api.value().statusCode()
            #expect(status == 401)
            return AccessToken("b2")
        }
        let authority = inner.controller(device)
        let token = RenewedToken(AccessToken("1")) { old in
            #expect(await authority.statusCode() == 200)
            return server.renew(old)
        }
        api.set(server.controller(token))
        #expect(try await api.value().statusCode() == 200)
        #expect(server.authorizations == ["Bearer 1", nil, "Bearer 2"])
    }

    @Test("Releases the body of the 401 before it sends the call again")
    func releasedBody() async throws {
        let released = Collected<Int>()
        let next = EndpointNext(baseURL: baseURL) { request in
            let isNew = request.value(forHTTPHeaderField: "Authorization") == "Bearer 2"
            if isNew { #expect(released.all == [401]) }
            let reader = Reader { released.append(isNew ? 200 : 401) }
            return EndpointStreamedResponse(
                head: EndpointResponseHead(url: request.url, statusCode: isNew ? 200 : 401),
                body: EndpointResponseBody { withExtendedLifetime(reader) { nil } })
        }
        let token = RenewedToken(AccessToken("1")) { _ in AccessToken("2") }
        #expect(try await token.intercept(request(), next: next).statusCode == 200)
    }

    @Test("Hides tokens in descriptions and dumps")
    func descriptions() {
        let stored = AccessToken("s3cret-a", refreshToken: "s3cret-r")
        var dumped = ""
        dump(RenewedToken(stored) { $0 }, to: &dumped)
        dump(stored, to: &dumped)
        dump(OAuthTokens(accessToken: "s3cret-a"), to: &dumped)
        dump(OAuthRefresh("token", refreshToken: "s3cret-r", clientSecret: "s3cret-c"), to: &dumped)
        dumped += "\(stored) \(RenewedToken(stored) { $0 })"
        #expect(!dumped.contains("s3cret"))
    }
}

/// A value that is set after the reference to it is created.
///
/// `@unchecked Sendable`: the value is accessed with `lock` held.
final class Reference<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var current: Value?

    func set(_ value: Value) {
        lock.withLock { current = value }
    }

    func value() throws -> Value {
        lock.lock()
        defer { lock.unlock() }
        return try #require(current)
    }
}
