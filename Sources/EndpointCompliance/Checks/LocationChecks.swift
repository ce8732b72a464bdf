import EndpointController
import Foundation

/// Checks that a `Location` is resolved as in RFC 3986, and that at most 20 redirects, all to web URLs, are followed.
enum LocationChecks {
    static let all = [
        ComplianceCheck(.locations, "a Location is resolved by RFC 3986", resolvesALocation),
        ComplianceCheck(
            .locations, "a Location that is not a web address is refused", refusesALocationThatIsNotAWebAddress),
        ComplianceCheck(.locations, "the body of a refused redirect is returned", keepsTheBodyOfARefusedRedirect),
        ComplianceCheck(
            .locations, "a 3xx response that does not redirect is an unacceptable status",
            reportsAStatusThatDoesNotRedirect),
        ComplianceCheck(
            .locations, "a redirect with an accepted status is not followed", doesNotFollowAnAcceptedRedirect),
        ComplianceCheck(.locations, "twenty redirects are followed", followsTwentyRedirects),
        ComplianceCheck(.locations, "more than twenty redirects are not followed", refusesMoreThanTwentyRedirects),
    ]

    private static func resolvesALocation(_ trial: Trial) async throws {
        let rows = [
            ("d", "/a/b/d"), ("./d", "/a/b/d"), ("../d", "/a/d"), ("../../../d", "/d"), ("/d", "/d"),
            ("?x=2", "/a/b/c?x=2"), ("d?x=/../y", "/a/b/d?x=/../y"), ("d#e", "/a/b/d"), ("d;e=f", "/a/b/d;e=f"),
            ("d%2Fe", "/a/b/d%2Fe"), ("d/", "/a/b/d/"), (".", "/a/b/"), ("..", "/a/"), ("d e", "/a/b/d%20e"),
            ("//127.0.0.1:PORT/d", "/d"), ("http://127.0.0.1:PORT/d", "/d"), ("HTTP://127.0.0.1:PORT", "/"),
            ("http://127.0.0.1:PORT?x=1", "/?x=1"),
        ]
        for (location, target) in rows {
            let server = try trial.server { request, connection in
                let port = request.field("Host")?.split(separator: ":").last ?? ""
                let location = location.replacing("PORT", with: port)
                request.target == "/a/b/c?q=1"
                    ? connection.respond("302 Found", ["Location: \(location)"]) : connection.respond(body: "here")
            }
            let payload = try await trial.controller(for: server).load(Probe(.get, "a/b/c?q=1"))
            try Expect.equal("the payload after \(location)", payload, Data("here".utf8))
            try Expect.equal("where \(location) leads", server.requests.map(\.target), ["/a/b/c?q=1", target])
        }
    }

    private static func refusesALocationThatIsNotAWebAddress(_ trial: Trial) async throws {
        let locations = [
            "ftp://127.0.0.1/x", "file:///etc/passwd", "mailto:a@example.com", "javascript:alert(1)", "data:,x",
            "http://", "http:///x", "//", "http://[::1/", "http://a b/",
        ]
        for location in locations {
            let server = try trial.server { _, connection in
                connection.respond("302 Found", ["Location: \(location)"], body: "see there")
            }
            let controller = trial.controller(for: server)
            let error = try await Expect.failure(.redirectNotFollowed, location) {
                try await controller.load(Probe())
            }
            try Expect.equal("the status with \(location)", error.response?.statusCode, 302)
            try Expect.equal("the reason with \(location)", error.redirectError, .invalidLocation(location))
            try Expect.equal("the requests with \(location)", server.requests.count, 1)
        }
    }

    private static func keepsTheBodyOfARefusedRedirect(_ trial: Trial) async throws {
        let server = try trial.server { _, connection in
            connection.respond("302 Found", ["Location: mailto:a@example.com"], body: "see there")
        }
        let controller = trial.controller(for: server)
        let error = try await Expect.failure(.redirectNotFollowed) { try await controller.load(Probe()) }
        try Expect.equal("the body", error.response?.body, Data("see there".utf8))
    }

    private static func reportsAStatusThatDoesNotRedirect(_ trial: Trial) async throws {
        let rows = [
            ("302 Found", []), ("303 See Other", []), ("307 Temporary Redirect", []),
            ("300 Multiple Choices", ["Location: /to"]), ("304 Not Modified", ["Location: /to"]),
            ("305 Use Proxy", ["Location: /to"]), ("399 Odd", ["Location: /to"]),
        ]
        for (status, fields) in rows {
            let server = try trial.server { _, connection in connection.respond(status, fields) }
            let controller = trial.controller(for: server)
            let error = try await Expect.failure(.unacceptableStatus, status) { try await controller.load(Probe()) }
            try Expect.equal("the status of \(status)", error.response?.statusCode, Int(status.prefix(3)))
            try Expect.equal("the requests with \(status)", server.requests.count, 1)
        }
    }

    private static func doesNotFollowAnAcceptedRedirect(_ trial: Trial) async throws {
        let server = try trial.server { _, connection in
            connection.respond("302 Found", ["Location: /to"], body: "see there")
        }
        let controller = trial.controller(for: server, rules: EndpointRules(acceptedStatusCodes: [302]))
        let response = try await controller.load(Probe().parsed(by: .response))
        try Expect.equal("Location", response.headerField("Location"), "/to")
        try Expect.equal("the body", response.body, Data("see there".utf8))
        try Expect.equal("the requests", server.requests.count, 1)
    }

    /// Returns a server that redirects each `/n` to `/n+1` until `/count`, where it answers.
    private static func chain(of count: Int, _ trial: Trial) throws -> ScriptedServer {
        try trial.server { request, connection in
            let number = Int(request.target.dropFirst()) ?? 0
            number < count
                ? connection.respond("302 Found", ["Location: \(number + 1)"]) : connection.respond(body: "here")
        }
    }

    private static func followsTwentyRedirects(_ trial: Trial) async throws {
        let server = try chain(of: 20, trial)
        let payload = try await trial.controller(for: server).load(Probe(.get, "0"))
        try Expect.equal("the payload", payload, Data("here".utf8))
        try Expect.equal("the targets", server.requests.map(\.target), (0...20).map { "/\($0)" })
    }

    private static func refusesMoreThanTwentyRedirects(_ trial: Trial) async throws {
        let loop = try trial.server { _, connection in connection.respond("307 Again", ["Location: /0"]) }
        for server in [try chain(of: 21, trial), loop] {
            let controller = trial.controller(for: server)
            let error = try await Expect.failure(.redirectNotFollowed) {
                try await controller.load(Probe(.get, "0"))
            }
            try Expect.equal("the reason", error.redirectError, .tooMany)
            try Expect.equal("the requests", server.requests.count, 21)
        }
    }
}
