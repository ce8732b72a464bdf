import EndpointCompliance
import EndpointController
import Foundation
import Testing
import Transports

extension PromiseTests {
    /// A `Location` is resolved as in RFC 3986, and at most 20 redirects, all to web addresses, are followed.
    @Suite struct LocationTests {
        @Test("Resolves a Location by RFC 3986", arguments: transports)
        func resolution(_ transport: CheckedTransport) async throws {
            let rows = [
                ("d", "/a/b/d"), ("./d", "/a/b/d"), ("../d", "/a/d"), ("../../../d", "/d"), ("/d", "/d"),
                ("?x=2", "/a/b/c?x=2"), ("d?x=/../y", "/a/b/d?x=/../y"), ("d#e", "/a/b/d"), ("d;e=f", "/a/b/d;e=f"),
                ("d%2Fe", "/a/b/d%2Fe"), ("d/", "/a/b/d/"), (".", "/a/b/"), ("..", "/a/"), ("d e", "/a/b/d%20e"),
                ("//127.0.0.1:PORT/d", "/d"), ("http://127.0.0.1:PORT/d", "/d"), ("HTTP://127.0.0.1:PORT", "/"),
                ("http://127.0.0.1:PORT?x=1", "/?x=1"),
            ]
            for (location, target) in rows {
                let server = try ScriptedServer { request, connection in
                    let port = request.field("Host")?.split(separator: ":").last ?? ""
                    let location = location.replacing("PORT", with: port)
                    request.target == "/a/b/c?q=1"
                        ? connection.respond("302 Found", ["Location: \(location)"]) : connection.respond(body: "here")
                }
                defer { server.stop() }
                let payload = try await transport.controller(for: server).load(Probe(.get, "a/b/c?q=1"))
                #expect(payload == Data("here".utf8), "\(location)")
                #expect(server.requests.map(\.target) == ["/a/b/c?q=1", target], "\(location)")
            }
        }

        @Test("Refuses a Location that is not a web address, and keeps the body of the redirect", arguments: transports)
        func invalidLocation(_ transport: CheckedTransport) async throws {
            let locations = [
                "ftp://127.0.0.1/x", "file:///etc/passwd", "mailto:a@example.com", "javascript:alert(1)", "data:,x",
                "http://", "http:///x", "//", "http://[::1/", "http://a b/",
            ]
            for location in locations {
                let server = try ScriptedServer { _, connection in
                    connection.respond("302 Found", ["Location: \(location)"], body: "see there")
                }
                defer { server.stop() }
                let error = await expectFailure(.redirectNotFollowed, location) {
                    try await transport.controller(for: server).load(Probe())
                }
                #expect(error?.response?.statusCode == 302, "\(location)")
                // `URLSession` on Linux loses the body of a redirect to an address that is not a URL.
                if location.hasPrefix("mailto") { #expect(error?.response?.body == Data("see there".utf8)) }
                #expect(error?.redirectError == .invalidLocation(location))
                #expect(server.requests.count == 1, "\(location)")
            }
        }

        @Test("Does not accept a 3xx response that does not redirect", arguments: transports)
        func noRedirect(_ transport: CheckedTransport) async throws {
            let rows = [
                ("302 Found", []), ("303 See Other", []), ("307 Temporary Redirect", []),
                ("300 Multiple Choices", ["Location: /to"]), ("304 Not Modified", ["Location: /to"]),
                ("305 Use Proxy", ["Location: /to"]), ("399 Odd", ["Location: /to"]),
            ]
            for (status, fields) in rows {
                let server = try ScriptedServer { _, connection in connection.respond(status, fields) }
                defer { server.stop() }
                let error = await expectFailure(.unacceptableStatus, status) {
                    try await transport.controller(for: server).load(Probe())
                }
                #expect(error?.response?.statusCode == Int(status.prefix(3)))
                #expect(server.requests.count == 1, "\(status)")
            }
        }

        @Test("Does not follow a redirect whose status is accepted", arguments: transports)
        func acceptedStatus(_ transport: CheckedTransport) async throws {
            let server = try ScriptedServer { _, connection in
                connection.respond("302 Found", ["Location: /to"], body: "see there")
            }
            defer { server.stop() }
            let controller = transport.controller(for: server, rules: EndpointRules(acceptedStatusCodes: [302]))
            let response = try await controller.load(Probe().parsed(by: .response))
            #expect(response.headerField("Location") == "/to")
            #expect(response.body == Data("see there".utf8))
            #expect(server.requests.count == 1)
        }

        /// Returns a server that redirects each `/n` to `/n+1` until `/count`, where it answers.
        private func chain(of count: Int) throws -> ScriptedServer {
            try ScriptedServer { request, connection in
                let number = Int(request.target.dropFirst()) ?? 0
                number < count
                    ? connection.respond("302 Found", ["Location: \(number + 1)"]) : connection.respond(body: "here")
            }
        }

        @Test("Follows 20 redirects", arguments: transports)
        func twentyRedirects(_ transport: CheckedTransport) async throws {
            let server = try chain(of: 20)
            defer { server.stop() }
            #expect(try await transport.controller(for: server).load(Probe(.get, "0")) == Data("here".utf8))
            #expect(server.requests.map(\.target) == (0...20).map { "/\($0)" })
        }

        @Test("Does not follow 21 redirects, or a loop", arguments: transports)
        func tooManyRedirects(_ transport: CheckedTransport) async throws {
            let loop = try ScriptedServer { _, connection in connection.respond("307 Again", ["Location: /0"]) }
            for server in [try chain(of: 21), loop] {
                defer { server.stop() }
                let error = await expectFailure(.redirectNotFollowed) {
                    try await transport.controller(for: server).load(Probe(.get, "0"))
                }
                #expect(error?.redirectError == .tooMany)
                #expect(server.requests.count == 21)
            }
        }
    }
}
