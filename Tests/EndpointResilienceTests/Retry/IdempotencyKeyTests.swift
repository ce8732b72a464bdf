import EndpointResilience
import EndpointTesting
import Foundation
import TestSupport
import Testing

@Suite("IdempotencyKey", .timeLimit(.minutes(1)))
struct IdempotencyKeyTests {
    private func key(_ request: URLRequest) -> String? { request.value(forHTTPHeaderField: "Idempotency-Key") }

    @Test(
        "Adds a key only to POST and PATCH", arguments: ["POST", "PATCH", "GET", "HEAD", "PUT", "DELETE", "OPTIONS"])
    func methods(_ method: String) async throws {
        let run = MiddlewareRun(statusCodes: [200])
        _ = try await IdempotencyKey().intercept(request(method), next: run.next)
        #expect((key(run.sent.all[0]) != nil) == ["POST", "PATCH"].contains(method))
    }

    @Test("Writes a quoted UUID by default, and a plain UUID in the plain format")
    func formats() async throws {
        let quoted = MiddlewareRun(statusCodes: [200])
        _ = try await IdempotencyKey().intercept(request("POST"), next: quoted.next)
        let key = try #require(self.key(quoted.sent.all[0]))
        #expect(key.first == "\"" && key.last == "\"" && UUID(uuidString: String(key.dropFirst().dropLast())) != nil)

        let plain = MiddlewareRun(statusCodes: [200])
        _ = try await IdempotencyKey(.plain).intercept(request("POST"), next: plain.next)
        #expect(UUID(uuidString: self.key(plain.sent.all[0]) ?? "") != nil)
    }

    @Test("Escapes quotation marks and backslashes (RFC 9651, section 3.3.3)")
    func escaping() async throws {
        let run = MiddlewareRun(statusCodes: [200])
        _ = try await IdempotencyKey { #"a"b\c"# }.intercept(request("POST"), next: run.next)
        #expect(key(run.sent.all[0]) == #""a\"b\\c""#)
    }

    @Test("Refuses a key with characters that HTTP forbids", arguments: ["a\r\nX: y", "a\u{0}"])
    func invalidKey(_ key: String) async throws {
        let run = MiddlewareRun(statusCodes: [200])
        let error = await #expect(throws: EndpointRequestError.self) {
            try await IdempotencyKey(.plain) { key }.intercept(request("POST"), next: run.next)
        }
        guard case .invalidHeaderFieldValue(name: "Idempotency-Key", value: _) = error else {
            throw try #require(error)
        }
        #expect(run.sent.all.isEmpty)
    }

    @Test("Keeps a key that the endpoint sets, in any case")
    func ownKey() async throws {
        var post = request("POST")
        post.setValue("mine", forHTTPHeaderField: "idempotency-key")
        let run = MiddlewareRun(statusCodes: [200])
        let made = Collected<String>()
        let middleware = IdempotencyKey {
            made.append("new")
            return "new"
        }
        _ = try await middleware.intercept(post, next: run.next)
        #expect(key(run.sent.all[0]) == "mine")
        #expect(made.all.isEmpty)
    }

    @Test("Replaces an empty key")
    func emptyKey() async throws {
        var post = request("POST")
        post.setValue("", forHTTPHeaderField: "idempotency-key")
        let run = MiddlewareRun(statusCodes: [200])
        _ = try await IdempotencyKey(.plain) { "new" }.intercept(post, next: run.next)
        #expect(run.sent.all[0].allHTTPHeaderFields?.values.map(\.self) == ["new"])
    }

    @Test("Shares a key among all attempts of a call, and uses a new key for the next call")
    func attempts() async throws {
        let sent = Collected<String?>()
        let transport = Answering { request in
            sent.append(request.value(forHTTPHeaderField: "Idempotency-Key"))
            return answer(to: request, 503)
        }
        let api = Controller(
            baseURL: baseURL, transport: transport,
            middleware: [IdempotencyKey(), RequestRetrier(clock: InstantClock())])
        for _ in 0..<2 { _ = try? await api.load(RESTEndpoint<Data>(.post, path: "orders")) }
        #expect(sent.all.count == 6)
        #expect(Set(sent.all[..<3]).count == 1 && Set(sent.all[3...]).count == 1)
        #expect(Set(sent.all).count == 2 && !sent.all.contains(nil))
    }

    /// Returns the keys that a POST to `orders` has, once for each time that middleware sends it.
    private func keys(_ middleware: [any EndpointMiddleware], body: HTTPBody? = nil) async throws -> [String?] {
        let sent = Collected<String?>()
        let transport = Answering { request in
            sent.append(key(request))
            return answer(to: request)
        }
        let api = Controller(baseURL: baseURL, transport: transport, middleware: middleware)
        _ = try await api.load(RESTEndpoint<Data>(.post, path: "orders", body: body))
        return sent.all
    }

    @Test("Shares a key among the attempts of a middleware outside it")
    func outerAttempts() async throws {
        let keys = try await keys([Again(times: 3), IdempotencyKey()])
        #expect(keys.count == 3 && Set(keys).count == 1 && keys[0] != nil)
    }

    /// Makes a key slowly, so that another attempt can begin meanwhile.
    private static let slowKey: @Sendable () -> String = {
        (0..<50).map { _ in UUID().uuidString }.joined()
    }

    @Test("Shares a key among simultaneous attempts of a middleware outside it")
    func simultaneousAttempts() async throws {
        let hedge = Middleware { request, next in
            async let first = next(request)
            async let second = next(request)
            return try await (first, second).0
        }
        for _ in 0..<500 {
            let keys = try await keys([hedge, IdempotencyKey(makeKey: Self.slowKey)])
            #expect(keys.count == 2 && Set(keys).count == 1)
        }
    }

    @Test("Uses a separate key for each different request of a call, and keeps it at another origin")
    func differentRequests() async throws {
        let others = Middleware { order, next in
            for path in ["csrf", "api/orders?draft=1", "api/a/b", "api/a%2Fb"] {
                var other = order
                other.url = url("https://example.com/\(path)")
                _ = try await next(other)
            }
            var other = order
            other.httpBody = Data("other".utf8)
            _ = try await next(other)
            other = order
            other.httpMethod = "PATCH"
            _ = try await next(other)
            _ = try await next(order)
            other = order
            other.url = url("https://backup.example/api/orders")
            return try await next(other)
        }
        let keys = try await keys([Again(times: 2), others, IdempotencyKey()], body: .text("order"))
        try #require(keys.count == 16)
        #expect(Array(keys[..<8]) == Array(keys[8...]))
        #expect(Set(keys[..<7]).count == 7, "\(keys)")
        #expect(keys[6] == keys[7])
    }
}

/// A middleware that calls a closure.
private struct Middleware: EndpointMiddleware {
    let body: @Sendable (URLRequest, EndpointNext) async throws -> EndpointStreamedResponse

    func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
        try await body(request, next)
    }
}
