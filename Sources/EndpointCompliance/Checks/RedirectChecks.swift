import EndpointTransports
import Foundation

/// Checks that a redirect is delivered as a response, and not followed, wherever it leads.
enum RedirectChecks {
    static let all = [
        ComplianceCheck(.redirects, "a redirect is not followed, with any status", followsNoRedirects),
        ComplianceCheck(.redirects, "a redirect is not followed, wherever it leads", deliversAnyLocation),
    ]

    /// Expects the response to a request with a redirect, and that no other request is sent.
    private static func expectResponse(_ status: Int, _ location: String?, _ trial: Trial) async throws {
        let server = try trial.server { request, connection in
            let body = request.method == "HEAD" || status == 304 ? "" : request.target
            connection.respond("\(status) Elsewhere", location.map { ["Location: \($0)"] } ?? [], body: body)
        }
        for probe in [Probe(.get, "from"), Probe(.head, "from"), Probe(.post, "from", body: .text("the body"))] {
            let subject = "\(probe.method) with \(status) to \(location ?? "nowhere")"
            let answer = try await trial.load(probe, from: server)
            try Expect.equal("the status of \(subject)", answer.statusCode, status)
            try Expect.equal("Location of \(subject)", answer.head.headerField("Location"), location)
            let hasBody = probe.method != .head && status != 304
            try Expect.equal("the body of \(subject)", answer.body, Data((hasBody ? "/from" : "").utf8))
        }
        try Expect.equal("the requests with \(status)", server.requests.map(\.method), ["GET", "HEAD", "POST"])
        try Expect.equal("the targets with \(status)", Set(server.requests.map(\.target)), ["/from"])
    }

    private static func followsNoRedirects(_ trial: Trial) async throws {
        for status in [300, 301, 302, 303, 304, 305, 307, 308, 399] { try await expectResponse(status, "/to", trial) }
    }

    private static func deliversAnyLocation(_ trial: Trial) async throws {
        let locations = [
            nil, "../to?x=1", "//127.0.0.1/to", "http://localhost:1/to", "mailto:a@example.com", "file:///etc/passwd",
            "http:///to", "http://[::1/", "http://a b/",
        ]
        for location in locations { try await expectResponse(302, location, trial) }
    }
}
