import EndpointCompliance
import EndpointController
import Foundation
import Testing
import Transports

extension PromiseTests {
    /// A redirect to another origin carries no credentials, and a redirect within an origin keeps them.
    @Suite struct CredentialTests {
        /// A middleware that adds header fields to the request of each call, as an app may do.
        private struct Adding: EndpointMiddleware {
            static let fields = ["Authorization": "Bearer added", "X-Tenant": "added", "Accept-Charset": "added"]

            func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
                var request = request
                for (name, value) in Self.fields { request.setValue(value, forHTTPHeaderField: name) }
                return try await next(request)
            }
        }

        private enum Destination: String {
            case sameOrigin, otherPort, otherHost
        }

        private static let secrets = [
            "Authorization": "Basic c2VjcmV0", "Cookie": "session=secret", "Proxy-Authorization": "Basic c2VjcmV0",
            "X-API-Key": "secret", "X-Auth-Token": "secret",
            // No list of credentials is complete, so by default, a redirect to another origin carries only fields that
            // are known to be harmless.
            "X-GitHub-OTP": "secret", "X-JWT": "secret", "X-CSRF": "secret", "CB-ACCESS-SIGN": "secret",
        ]
        private static let plain = [
            "Accept": "application/json", "Accept-Language": "de", "Idempotency-Key": "7", "If-None-Match": "\"v1\"",
            "User-Agent": "Check/1",
        ]

        /// Sends a request that is redirected, and returns the requests that arrived before and after the redirect.
        private func redirected(
            _ method: HTTPMethod,
            _ status: Int,
            to destination: Destination,
            middleware: [any EndpointMiddleware] = [],
            _ transport: CheckedTransport
        ) async throws -> (first: ScriptedRequest, second: ScriptedRequest) {
            let script: ScriptedServer.Script = { request, connection in
                let next = request.target.components(separatedBy: "?to=")
                next.count == 2
                    ? connection.respond("\(status) Elsewhere", ["Location: http://\(next[1])/here"])
                    : connection.respond(body: "here")
            }
            let server = try ScriptedServer(script)
            defer { server.stop() }
            let other = try ScriptedServer(script)
            defer { other.stop() }
            let authority =
                switch destination {
                case .sameOrigin: "127.0.0.1:\(server.port)"
                case .otherPort: "127.0.0.1:\(other.port)"
                case .otherHost: "localhost:\(server.port)"
                }
            let endpoint = Probe(
                method, "from?to=\(authority)", headerFields: Self.secrets.merging(Self.plain) { $1 },
                body: method == .get ? nil : .text("the body"))
            let payload = try await transport.controller(for: server, middleware: middleware).load(endpoint)
            #expect(payload == Data("here".utf8), "\(destination)")
            let arrived = server.requests + other.requests
            try #require(arrived.count == 2, "\(destination)")
            expect(Self.plain, in: arrived[1])
            #expect(arrived[1].field("Referer") == nil)
            return (arrived[0], arrived[1])
        }

        private func expect(_ fields: [String: String], in request: ScriptedRequest) {
            for (name, value) in fields { #expect(request.field(name) == value, "\(name) of \(request.target)") }
        }

        private func expectNone(of names: some Sequence<String>, in request: ScriptedRequest) {
            for name in names { #expect(request.field(name) == nil, "\(name) after the redirect") }
            #expect(!request.head.contains("secret") && !request.head.contains("c2VjcmV0"))
        }

        @Test("Drops credentials when it follows a redirect to another origin", arguments: transports)
        func otherOrigin(_ transport: CheckedTransport) async throws {
            for status in [301, 302, 303, 307, 308] {
                for destination in [Destination.otherPort, .otherHost] {
                    let (first, second) = try await redirected(.get, status, to: destination, transport)
                    expect(Self.secrets.merging(Self.plain) { $1 }, in: first)
                    expectNone(of: Self.secrets.keys, in: second)
                }
            }
        }

        @Test("Sends a body to another origin without credentials", arguments: transports)
        func body(_ transport: CheckedTransport) async throws {
            for status in [307, 308] {
                let (_, second) = try await redirected(.post, status, to: .otherPort, transport)
                expectNone(of: Self.secrets.keys, in: second)
                #expect(second.method == "POST")
                #expect(second.body == Array("the body".utf8))
                expect(["Content-Type": "text/plain; charset=utf-8"], in: second)
            }
        }

        @Test(
            "Drops header fields that middleware adds when it follows a redirect to another origin",
            arguments: transports)
        func middleware(_ transport: CheckedTransport) async throws {
            for status in [302, 307] {
                for destination in [Destination.otherPort, .otherHost] {
                    let (first, second) = try await redirected(
                        .get, status, to: destination, middleware: [Adding()], transport)
                    expect(Adding.fields, in: first)
                    expectNone(of: Adding.fields.keys, in: second)
                    expectNone(of: Self.secrets.keys, in: second)
                }
            }
        }

        @Test("Keeps credentials when it follows a redirect within the origin", arguments: transports)
        func sameOrigin(_ transport: CheckedTransport) async throws {
            for status in [302, 307] {
                let (_, second) = try await redirected(
                    .get, status, to: .sameOrigin, middleware: [Adding()], transport)
                expect(Self.secrets.merging(Adding.fields) { $1 }, in: second)
            }
        }
    }
}
