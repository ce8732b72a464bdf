import EndpointController
import Foundation
import EndpointTesting
import Testing

extension Promises {
    /// A redirect leads where RFC 3986 says, for 20 steps at most, and to web servers alone.
    @Suite struct LocationTests {
        @Test(
            arguments: TransportCase.all,
            [
                ("d", "/a/b/d"), ("./d", "/a/b/d"), ("../d", "/a/d"), ("../../../d", "/d"), ("/d", "/d"),
                ("?x=2", "/a/b/c?x=2"), ("d?x=/../y", "/a/b/d?x=/../y"), ("d#e", "/a/b/d"), ("d;e=f", "/a/b/d;e=f"),
                ("d%2Fe", "/a/b/d%2Fe"), ("d/", "/a/b/d/"), (".", "/a/b/"), ("..", "/a/"), ("d e", "/a/b/d%20e"),
                ("//127.0.0.1:PORT/d", "/d"), ("http://127.0.0.1:PORT/d", "/d"), ("HTTP://127.0.0.1:PORT", "/"),
                ("http://127.0.0.1:PORT?x=1", "/?x=1"),
            ])
        func itIsResolved(_ transport: TransportCase, _ row: (location: String, target: String)) async throws {
            let server = try ScriptedServer { request, connection in
                let port = request.field("Host")?.split(separator: ":").last ?? ""
                let location = row.location.replacing("PORT", with: port)
                request.target == "/a/b/c?q=1"
                    ? connection.respond("302 Found", ["Location: \(location)"]) : connection.respond(body: "here")
            }
            defer { server.stop() }
            #expect(try await transport.controller(for: server).load(Probe(.get, "a/b/c?q=1")) == Data("here".utf8))
            #expect(server.requests.map(\.target) == ["/a/b/c?q=1", row.target])
        }

        @Test(
            arguments: TransportCase.all,
            [
                "ftp://127.0.0.1/x", "file:///etc/passwd", "mailto:a@example.com", "javascript:alert(1)", "data:,x",
                "http://", "http:///x", "//", "http://[::1/", "http://a b/",
            ])
        func whatIsNoWebAddressIsRefused(_ transport: TransportCase, _ location: String) async throws {
            let server = try ScriptedServer { _, connection in
                connection.respond("302 Found", ["Location: \(location)"], body: "see there")
            }
            defer { server.stop() }
            let controller = transport.controller(for: server)
            let error = try await #require(throws: LoadError.self) { try await controller.load(Probe()) }
            guard case .unacceptableResponse(let response, let reason) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(response.statusCode == 302)
            #expect(reason as? EndpointRedirectError == .invalidLocation(location))
            #expect(server.requests.count == 1)
        }

        @Test(arguments: TransportCase.all)
        func whatTheServerSaysOfARedirectThatIsRefusedIsThere(_ transport: TransportCase) async throws {
            let server = try ScriptedServer { _, connection in
                connection.respond("302 Found", ["Location: mailto:a@example.com"], body: "see there")
            }
            defer { server.stop() }
            let controller = transport.controller(for: server)
            let error = try await #require(throws: LoadError.self) { try await controller.load(Probe()) }
            #expect(error.kind == .unacceptableResponse)
            #expect(error.response?.body == Data("see there".utf8))
        }

        @Test(
            arguments: TransportCase.all,
            [
                ("302 Found", []), ("303 See Other", []), ("307 Temporary Redirect", []),
                ("300 Multiple Choices", ["Location: /to"]), ("304 Not Modified", ["Location: /to"]),
                ("305 Use Proxy", ["Location: /to"]), ("399 Odd", ["Location: /to"]),
            ])
        func aStatusThatRedirectsNowhereIsAStatus(
            _ transport: TransportCase,
            _ row: (status: String, fields: [String])
        ) async throws {
            let server = try ScriptedServer { _, connection in connection.respond(row.status, row.fields) }
            defer { server.stop() }
            let controller = transport.controller(for: server)
            let error = try await #require(throws: LoadError.self) { try await controller.load(Probe()) }
            #expect(error.kind == .unacceptableStatus)
            #expect(error.response?.statusCode == Int(row.status.prefix(3)))
            #expect(server.requests.count == 1)
        }

        @Test(arguments: TransportCase.all)
        func aRedirectThatIsAcceptedIsNotFollowed(_ transport: TransportCase) async throws {
            let server = try ScriptedServer { _, connection in
                connection.respond("302 Found", ["Location: /to"], body: "see there")
            }
            defer { server.stop() }
            let controller = transport.controller(for: server, rules: EndpointRules(acceptedStatusCodes: [302]))
            let response = try await controller.response(for: Probe())
            #expect(response.headerField("Location") == "/to")
            #expect(response.body == Data("see there".utf8))
            #expect(server.requests.count == 1)
        }

        /// A server that redirects from `/n` to `/n+1`, so many times.
        private func chain(of count: Int) throws -> ScriptedServer {
            try ScriptedServer { request, connection in
                let number = Int(request.target.dropFirst()) ?? 0
                number < count
                    ? connection.respond("302 Found", ["Location: \(number + 1)"])
                    : connection.respond(body: "here")
            }
        }

        @Test(arguments: TransportCase.all)
        func twentyAreFollowed(_ transport: TransportCase) async throws {
            let server = try chain(of: 20)
            defer { server.stop() }
            #expect(try await transport.controller(for: server).load(Probe(.get, "0")) == Data("here".utf8))
            #expect(server.requests.map(\.target) == (0...20).map { "/\($0)" })
        }

        @Test(arguments: TransportCase.all, ["21", "loop"])
        func moreThanTwentyAreNot(_ transport: TransportCase, _ kind: String) async throws {
            let server =
                kind == "loop"
                ? try ScriptedServer { _, connection in connection.respond("307 Again", ["Location: /0"]) }
                : try chain(of: 21)
            defer { server.stop() }
            let controller = transport.controller(for: server)
            let error = try await #require(throws: LoadError.self) { try await controller.load(Probe(.get, "0")) }
            guard case .unacceptableResponse(_, let reason) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(reason as? EndpointRedirectError == .tooMany(20))
            #expect(server.requests.count == 21)
        }
    }
}
