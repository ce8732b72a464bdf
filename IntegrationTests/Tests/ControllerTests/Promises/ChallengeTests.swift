import EndpointController
import Foundation
import EndpointTesting
import Testing

extension Promises {
    /// A response that asks for credentials is a response: it ends the call, with its status and all that it says.
    @Suite struct ChallengeTests {
        static let challenges = [
            [], ["Basic realm=\"files\""], ["Basic"], ["Bearer realm=\"api\", error=\"invalid_token\""],
            ["Digest realm=\"files\", qop=\"auth\", algorithm=MD5, nonce=\"abc\", opaque=\"def\""],
            ["Digest realm=\"files\", qop=\"auth\", algorithm=SHA-256, nonce=\"abc\"", "Basic realm=\"files\""],
            ["Basic realm=\"a\", Digest realm=\"b\", nonce=\"c\""], ["Negotiate"], ["NTLM"], ["Unheard-Of x=y"], [""],
        ]

        @Test(arguments: TransportCase.all, challenges)
        func a401IsAnUnacceptableStatus(_ transport: TransportCase, _ challenges: [String]) async throws {
            try await expectStatus(401, "WWW-Authenticate", challenges, transport)
        }

        @Test(arguments: TransportCase.all, challenges)
        func a407IsAnUnacceptableStatus(_ transport: TransportCase, _ challenges: [String]) async throws {
            try await expectStatus(407, "Proxy-Authenticate", challenges, transport)
        }

        private func expectStatus(
            _ status: Int,
            _ field: String,
            _ challenges: [String],
            _ transport: TransportCase
        ) async throws {
            let server = try ScriptedServer { request, connection in
                connection.respond(
                    "\(status) Who Are You", challenges.map { "\(field): \($0)" } + ["Content-Type: application/json"],
                    body: #"{"error":"unknown","reason":"no such user"}"#)
            }
            defer { server.stop() }
            let controller = transport.controller(for: server)
            let endpoints = [
                Probe(), Probe(headerFields: ["Authorization": "Bearer expired"]), Probe(.post, body: .text("x")),
            ]
            for endpoint in endpoints {
                let error = try await #require(throws: LoadError.self) { try await controller.load(endpoint) }
                #expect(error.kind == .unacceptableStatus, "\(error)")
                #expect(error.response?.statusCode == status)
                #expect(error.serverError == EndpointDefaultServerError(error: "unknown", reason: "no such user"))
                if let first = challenges.first {
                    #expect(error.response?.headerField(field)?.hasPrefix(first) == true)
                }
            }
            #expect(server.requests.map(\.method) == ["GET", "GET", "POST"])
            #expect(server.requests.map { $0.field("Authorization") } == [nil, "Bearer expired", nil])
        }

        @Test(arguments: TransportCase.all, [0, 1, 100_000, 3_000_000])
        func itsBodyArrivesWhole(_ transport: TransportCase, _ size: Int) async throws {
            let body = String(repeating: "x", count: size)
            let server = try ScriptedServer { _, connection in
                connection.respond("401 Unauthorized", ["WWW-Authenticate: Basic realm=\"files\""], body: body)
            }
            defer { server.stop() }
            let rules = EndpointRules(acceptedStatusCodes: [401], timeout: .seconds(20))
            let controller = transport.controller(for: server, rules: rules)
            #expect(try await controller.load(Probe()).count == size)
        }

        @Test(arguments: TransportCase.all)
        func credentialsInTheURLAreNoAnswer(_ transport: TransportCase) async throws {
            let server = try ScriptedServer { _, connection in
                connection.respond("401 Unauthorized", ["WWW-Authenticate: Digest realm=\"files\", nonce=\"abc\""])
            }
            defer { server.stop() }
            let controller = transport.controller(for: server)
            controller.baseURL = URL(string: "http://ada:secret@127.0.0.1:\(server.port)/")
            let error = try await #require(throws: LoadError.self) { try await controller.load(Probe()) }
            #expect(error.kind == .unacceptableStatus, "\(error)")
            #expect(server.requests.count == 1)
        }

        @Test(arguments: TransportCase.all)
        func aBodyThatBreaksOffIsTruncated(_ transport: TransportCase) async throws {
            let server = try ScriptedServer { _, connection in
                connection.send(
                    "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"files\"\r\n"
                        + "Content-Length: 100\r\n\r\nbroken off")
                connection.close()
            }
            defer { server.stop() }
            let controller = transport.controller(for: server)
            let error = try await #require(throws: LoadError.self) { try await controller.load(Probe()) }
            #expect(error.kind == .truncatedResponse, "\(error)")
            #expect(error.response?.statusCode == 401)
        }
    }
}
