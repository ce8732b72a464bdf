import EndpointController
import Foundation
import EndpointTesting
import Testing

extension Promises {
    /// Credentials go to the origin that they were given for, and no redirect takes them elsewhere.
    @Suite struct CredentialTests {
        /// Adds what an app adds to every request.
        private struct Adding: EndpointMiddleware {
            static let fields = ["Authorization": "Bearer added", "X-Tenant": "added", "Accept-Charset": "added"]

            func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
                var request = request
                for (name, value) in Self.fields { request.setValue(value, forHTTPHeaderField: name) }
                return try await next(request)
            }
        }

        enum Destination: String, CaseIterable, Sendable {
            case sameOrigin, otherPort, otherHost
        }

        private static let secrets = [
            "Authorization": "Basic c2VjcmV0", "Cookie": "session=secret", "Proxy-Authorization": "Basic c2VjcmV0",
            "X-API-Key": "secret", "X-Auth-Token": "secret",
        ]
        private static let plain = ["Accept": "application/json", "Accept-Language": "de", "X-Trace": "7"]

        /// Redirects a request, and gives it as it arrived at either end.
        private func redirected(
            _ method: HTTPMethod,
            _ status: Int,
            to destination: Destination,
            middleware: [any EndpointMiddleware] = [],
            _ transport: TransportCase
        ) async throws -> (first: ScriptedRequest, second: ScriptedRequest) {
            let script: ScriptedServer.Script = { request, connection in
                let next = request.target.components(separatedBy: "?to=")
                next.count == 2
                    ? connection.respond("\(status) Elsewhere", ["Location: http://\(next[1])/here"])
                    : connection.respond(body: "here")
            }
            let (server, other) = (try ScriptedServer(script), try ScriptedServer(script))
            defer {
                server.stop()
                other.stop()
            }
            let authority =
                switch destination {
                case .sameOrigin: "127.0.0.1:\(server.port)"
                case .otherPort: "127.0.0.1:\(other.port)"
                case .otherHost: "localhost:\(server.port)"
                }
            let endpoint = Probe(
                method, "from?to=\(authority)", headerFields: Self.secrets.merging(Self.plain) { $1 },
                body: method == .get ? nil : .text("the body"))
            let controller = transport.controller(for: server, middleware: middleware)
            #expect(try await controller.load(endpoint) == Data("here".utf8))
            let arrived = server.requests + other.requests
            try #require(arrived.count == 2)
            return (arrived[0], arrived[1])
        }

        private func expect(_ fields: [String: String], in request: ScriptedRequest) {
            for (name, value) in fields { #expect(request.field(name) == value, "\(name)") }
        }

        private func expectNone(of names: some Sequence<String>, in request: ScriptedRequest) {
            for name in names { #expect(request.field(name) == nil, "\(name)") }
            #expect(!request.head.contains("secret") && !request.head.contains("c2VjcmV0"))
        }

        @Test(arguments: TransportCase.all, [301, 302, 303, 307, 308])
        func theyStayWithinTheOrigin(_ transport: TransportCase, _ status: Int) async throws {
            for destination in [Destination.otherPort, .otherHost] {
                let (first, second) = try await redirected(.get, status, to: destination, transport)
                expect(Self.secrets, in: first)
                expect(Self.plain, in: first)
                expectNone(of: Self.secrets.keys, in: second)
                expect(Self.plain, in: second)
            }
        }

        @Test(arguments: TransportCase.all, [307, 308])
        func theBodyGoesOnWithoutThem(_ transport: TransportCase, _ status: Int) async throws {
            let (_, second) = try await redirected(.post, status, to: .otherPort, transport)
            expectNone(of: Self.secrets.keys, in: second)
            expect(Self.plain, in: second)
            #expect(second.method == "POST")
            #expect(second.body == Array("the body".utf8))
            #expect(second.field("Content-Type") == "text/plain; charset=utf-8")
        }

        @Test(arguments: TransportCase.all, [302, 307])
        func whatMiddlewareAddsStaysToo(_ transport: TransportCase, _ status: Int) async throws {
            for destination in [Destination.otherPort, .otherHost] {
                let (first, second) = try await redirected(
                    .get, status, to: destination, middleware: [Adding()], transport)
                expect(Adding.fields, in: first)
                expectNone(of: Adding.fields.keys, in: second)
                expectNone(of: Self.secrets.keys, in: second)
                expect(Self.plain, in: second)
            }
        }

        @Test(arguments: TransportCase.all, [302, 307])
        func theyGoWhereverTheOriginIsTheSame(_ transport: TransportCase, _ status: Int) async throws {
            let (_, second) = try await redirected(
                .get, status, to: .sameOrigin, middleware: [Adding()], transport)
            expect(Self.secrets.merging(Adding.fields) { $1 }, in: second)
            expect(Self.plain, in: second)
        }

        @Test(arguments: TransportCase.all)
        func noReferrerTellsWhereARequestComesFrom(_ transport: TransportCase) async throws {
            let (_, second) = try await redirected(.get, 302, to: .otherPort, transport)
            #expect(second.field("Referer") == nil)
        }
    }
}
