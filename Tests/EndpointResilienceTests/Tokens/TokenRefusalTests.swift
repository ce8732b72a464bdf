import EndpointResilience
import EndpointTesting
import Foundation
import TestSupport
import Testing

@Suite("RenewedToken, refusals", .timeLimit(.minutes(2)))
struct TokenRefusalTests {
    private let clock = ManualClock()

    @Test(
        "Renews unless the challenge says that a new token would not help",
        arguments: [
            ("Bearer error=\"insufficient_scope\", scope=\"admin\"", 0),
            ("bearer realm=\"x\", ERROR=invalid_request", 0),
            ("Basic realm=\"a, b\", Bearer error = \"insufficient_scope\"", 0),
            ("Bearer error=\"invalid_token\"", 1), ("Bearer", 1), ("Bearer realm=\"x\"", 1), ("", 1),
            ("Other error=\"invalid_request\", Bearer error=\"invalid_token\"", 1), ("Negotiate QUJD==", 1),
            ("Bearer error_description=\"error=\\\"invalid_request\\\"\"", 1), ("Bearer error=\"insufficient_scope", 0),
            ("Bearer error_description=\"\\\", error=invalid_request\"", 1),
            ("Bearer error=insufficient_scope_2, =, \"x\" ,,", 1),
        ])
    func challenges(_ challenge: String, _ renewals: Int) async throws {
        let server = TokenServer(accepting: "2", challenge: challenge)
        let token = RenewedToken(AccessToken("1")) { server.renew($0) }
        #expect(await server.controller(token).statusCode() == (renewals == 1 ? 200 : 401))
        #expect(server.renewals == renewals)
    }

    @Test(
        "Renews after the responses that isRefused chooses, and sends even a POST again",
        arguments: [(403, "token_expired", 200, 1), (403, "forbidden", 403, 0), (401, "locked", 401, 0)])
    func isRefused(statusCode: Int, code: String, result: Int, renewals: Int) async throws {
        let server = TokenServer(accepting: "2")
        let token = RenewedToken(
            AccessToken("1"),
            isRefused: { head in
                head.headerField("X-Error") == "token_expired"
                    || head.refusesToken && head.headerField("X-Error") == nil
            }, renew: { server.renew($0) })
        let next = EndpointNext(baseURL: baseURL) { request in
            let response = try await server.send(request)
            return response.statusCode == 401 ? answer(to: request, statusCode, fields: ["X-Error": code]) : response
        }
        #expect(try await token.intercept(request("POST"), next: next).statusCode == result)
        #expect(server.renewals == renewals)
    }

    @Test("Renews after the bodies that isRefusedByBody chooses, and returns all of another body")
    func refusedByBody() async throws {
        let server = TokenServer(accepting: "2")
        let long = String(repeating: "x", count: 100_000)
        let transport = Answering { request in
            let isRefused = try await server.send(request).statusCode == 401
            return answer(to: request, chunks: isRefused ? [#"{"error":"#, #""token_expired"}"#] : [long, long])
        }
        let token = RenewedToken(
            AccessToken("1"), isRefusedByBody: { String(decoding: $0.body, as: UTF8.self).contains("token_expired") },
            renew: { server.renew($0) })
        let api = Controller(baseURL: baseURL, transport: transport, middleware: [token])
        #expect(try await api.load(RESTEndpoint<String>(.post, path: "users")) == long + long)
        #expect(server.authorizations == ["Bearer 1", "Bearer 2"])
    }

    @Test("Does not read the body of a stream, even if isRefusedByBody is set")
    func stream() async throws {
        let token = RenewedToken(
            AccessToken("1"),
            isRefusedByBody: { _ in
                Issue.record("The body of a stream was read.")
                return true
            }, renew: { $0 })
        let transport = Answering { request in
            let body = EndpointResponseBody {
                try await Task.sleep(for: .seconds(3_600))
                return nil
            }
            return EndpointStreamedResponse(head: EndpointResponseHead(url: request.url, statusCode: 200), body: body)
        }
        let api = Controller(baseURL: baseURL, transport: transport, middleware: [token])
        #expect(try await api.stream(users).statusCode == 200)
    }

    @Test("Does not renew for a response of another origin, even if isRefused says so")
    func refusedElsewhere() async throws {
        let server = TokenServer(accepting: "2")
        let token = RenewedToken(AccessToken("1"), isRefused: { _ in true }, renew: { server.renew($0) })
        let next = EndpointNext(baseURL: baseURL) { _ in
            answer(to: URLRequest(url: url("https://other.example/")), 403)
        }
        #expect(try await token.intercept(request(), next: next).statusCode == 403)
        #expect(server.renewals == 0)
    }

    @Test("Returns the 401 to a request whose body cannot be sent again")
    func oneStream() async throws {
        let server = TokenServer(accepting: "2")
        let token = RenewedToken(AccessToken("1")) { server.renew($0) }
        let next = EndpointNext(baseURL: baseURL) { try await server.send($0) }
        var put = request("PUT")
        put.httpBodyStream = InputStream(data: Data("once".utf8))
        #expect(try await token.intercept(put, next: next).statusCode == 401)
        #expect(server.authorizations == ["Bearer 1"])
    }

    @Test(
        "Does not renew after a redirect to another origin, or there and back, that ends with a 401",
        arguments: [1, 2], [true, false])
    func redirect(count: Int, hasURL: Bool) async throws {
        let sent = Collected<String?>()
        let transport = Answering { request in
            sent.append(request.value(forHTTPHeaderField: "Authorization"))
            let isLast = sent.all.count > count
            let target = request.url?.host() == "example.com" ? "https://other.example/" : "https://example.com/"
            var response = answer(to: request)
            response.head = EndpointResponseHead(
                url: hasURL ? request.url : nil, statusCode: isLast ? 401 : 302, headerFields: ["Location": target])
            return response
        }
        let renewals = Collected<Int>()
        let token = RenewedToken(AccessToken("1")) { old in
            renewals.append(1)
            return old
        }
        let api = Controller(baseURL: baseURL, transport: transport, middleware: [token])
        #expect(await api.statusCode() == 401)
        #expect(sent.all == ["Bearer 1"] + Array(repeating: nil, count: count))
        #expect(renewals.all.isEmpty)
    }

    @Test(
        "Does not send a POST again after a redirect to a GET that gets a 401, unless the POST is repeatable",
        arguments: [(303, nil, 1), (303, "key", 2), (307, nil, 2)])
    func carriedOut(status: Int, key: String?, count: Int) async throws {
        let sent = Collected<String?>()
        let transport = Answering { request in
            if request.url?.lastPathComponent != "users" { return answer(to: request, 401) }
            sent.append(request.httpMethod)
            return answer(to: request, status, fields: ["Location": "/created"])
        }
        let token = RenewedToken(AccessToken("1")) { _ in AccessToken("2") }
        let api = Controller(baseURL: baseURL, transport: transport, middleware: [token])
        let fields = key.map { ["Idempotency-Key": $0] } ?? [:]
        let post = RESTEndpoint(.post, path: "users", headerFields: fields, body: .text("x"))
        _ = try? await api.load(post.parsed(by: .none))
        #expect(sent.all == Array(repeating: "POST", count: count))
    }

    @Test("Renews after a 401 to a request that a later middleware has moved to another origin")
    func movedRequest() async throws {
        struct Failover: EndpointMiddleware {
            func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
                var request = request
                request.url = url("https://backup.example/users")
                return try await next(request)
            }
        }
        let server = TokenServer(accepting: "2")
        let token = RenewedToken(AccessToken("1")) { server.renew($0) }
        #expect(await server.controller(token, Failover()).statusCode() == 200)
        #expect(server.authorizations == ["Bearer 1", "Bearer 2"])
    }

    @Test(
        "Renews after a 401 that a later middleware returns, unless its URL has another origin",
        arguments: [("https://other.example/", 0), ("https://example.com/", 1), (nil, 1)])
    func otherOrigin(_ string: String?, _ renewals: Int) async throws {
        let server = TokenServer(accepting: "2")
        let token = RenewedToken(AccessToken("1")) { server.renew($0) }
        let next = EndpointNext(baseURL: baseURL) { request in
            var response = answer(to: request)
            response.head = EndpointResponseHead(url: string.map { url($0) }, statusCode: 401)
            return response
        }
        #expect(try await token.intercept(request(), next: next).statusCode == 401)
        #expect(server.renewals == renewals)
    }

    @Test("Does not renew for 30 seconds after a new token was refused")
    func cooldown() async throws {
        let server = TokenServer(accepting: "none")
        let token = RenewedToken(AccessToken("1"), now: { clock.date }) { old in
            defer { server.accept("none") }
            return server.renew(old)
        }
        let api = server.controller(token)
        for _ in 0..<10 { #expect(await api.statusCode() == 401) }
        #expect(server.renewals == 1)
        clock.advance(by: .milliseconds(29_999))
        #expect(await api.statusCode() == 401)
        #expect(server.renewals == 1)
        clock.advance(by: .milliseconds(1))
        for _ in 0..<10 { #expect(await api.statusCode() == 401) }
        #expect(server.renewals == 2)
    }

    @Test("Renews after each refusal without a cooldown", arguments: [Duration.zero, .seconds(-1)], [true, false])
    func noCooldown(cooldown: Duration, hasExpired: Bool) async throws {
        let server = TokenServer(accepting: "none")
        let stored = AccessToken("1", expiresAt: hasExpired ? clock.date : nil)
        let token = RenewedToken(stored, cooldown: cooldown, now: { clock.date }) { old in
            defer { server.accept("none") }
            return server.renew(old)
        }
        let api = server.controller(token)
        for _ in 0..<3 { #expect(await api.statusCode() == 401) }
        // A token that has expired is renewed before the first request, and the server refuses the new token too.
        #expect(server.renewals == (hasExpired ? 4 : 3))
    }

    @Test("Ends the cooldown when the clock is set back")
    func cooldownAndClock() async throws {
        let server = TokenServer(accepting: "none")
        let date = Collected<Date>()
        date.append(clock.date)
        let token = RenewedToken(AccessToken("1"), now: { date.all.last ?? .distantPast }) { old in
            defer { server.accept("none") }
            return server.renew(old)
        }
        let api = server.controller(token)
        for _ in 0..<2 { #expect(await api.statusCode() == 401) }
        #expect(server.renewals == 1)
        date.append(clock.date - 3_600)
        #expect(await api.statusCode() == 401)
        #expect(server.renewals == 2)
    }

    @Test("Ends the cooldown when the user logs in")
    func cooldownAndLogIn() async throws {
        let server = TokenServer(accepting: "none")
        let token = RenewedToken(AccessToken("1"), now: { clock.date }) { server.renew($0) }
        let refusing = EndpointNext(baseURL: baseURL) { answer(to: $0, 401) }
        _ = try await token.intercept(request(), next: refusing)
        token.value = AccessToken("7")
        #expect(await server.controller(token).statusCode() == 200)
        #expect(server.renewals == 2)
    }
}
