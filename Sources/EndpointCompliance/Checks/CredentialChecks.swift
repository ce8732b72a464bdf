import EndpointController
import Foundation

/// Checks that a redirect to another origin carries no credentials, and that a redirect within an origin keeps them.
enum CredentialChecks {
    static let all: [ComplianceCheck] =
        [301, 302, 303, 307, 308].map { status in
            ComplianceCheck(.credentials, "\(status) to another origin carries no credentials") {
                try await dropsCredentialsForAnotherOrigin($0, status)
            }
        } + [
            ComplianceCheck(
                .credentials, "a body goes on to another origin without credentials",
                forwardsTheBodyWithoutCredentials),
            ComplianceCheck(
                .credentials, "header fields that middleware adds do not go on to another origin",
                dropsMiddlewareFieldsForAnotherOrigin),
            ComplianceCheck(
                .credentials, "credentials go on within the same origin", keepsCredentialsWithinTheSameOrigin),
            ComplianceCheck(.credentials, "a redirected request has no Referer", omitsTheReferrer),
        ]

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
        // No list of credentials is complete, so by default, a redirect to another origin carries only fields that are
        // known to be harmless.
        "X-GitHub-OTP": "secret", "X-JWT": "secret", "X-CSRF": "secret", "CB-ACCESS-SIGN": "secret",
    ]
    private static let plain = [
        "Accept": "application/json", "Accept-Language": "de", "Idempotency-Key": "7", "If-None-Match": "\"v1\"",
        "User-Agent": "Check/1",
    ]

    /// Sends a request that is redirected, and returns the requests that arrived before and after the redirect.
    private static func redirected(
        _ method: HTTPMethod,
        _ status: Int,
        to destination: Destination,
        middleware: [any EndpointMiddleware] = [],
        _ trial: Trial
    ) async throws -> (first: ScriptedRequest, second: ScriptedRequest) {
        let script: ScriptedServer.Script = { request, connection in
            let next = request.target.components(separatedBy: "?to=")
            next.count == 2
                ? connection.respond("\(status) Elsewhere", ["Location: http://\(next[1])/here"])
                : connection.respond(body: "here")
        }
        let (server, other) = (try trial.server(script), try trial.server(script))
        let authority =
            switch destination {
            case .sameOrigin: "127.0.0.1:\(server.port)"
            case .otherPort: "127.0.0.1:\(other.port)"
            case .otherHost: "localhost:\(server.port)"
            }
        let endpoint = Probe(
            method, "from?to=\(authority)", headerFields: secrets.merging(plain) { $1 },
            body: method == .get ? nil : .text("the body"))
        let payload = try await trial.controller(for: server, middleware: middleware).load(endpoint)
        try Expect.equal("the payload after a redirect to \(destination)", payload, Data("here".utf8))
        let arrived = server.requests + other.requests
        try Expect.equal("the requests with a redirect to \(destination)", arrived.count, 2)
        return (arrived[0], arrived[1])
    }

    private static func expect(_ fields: [String: String], in request: ScriptedRequest) throws {
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            try Expect.equal("\(name) of \(request.target)", request.field(name), value)
        }
    }

    private static func expectNone(of names: some Sequence<String>, in request: ScriptedRequest) throws {
        for name in names.sorted() { try Expect.equal("\(name) after the redirect", request.field(name), nil) }
        let hasSecret = request.head.contains("secret") || request.head.contains("c2VjcmV0")
        try Expect.that("no secret after the redirect", !hasSecret, found: request.head)
    }

    private static func dropsCredentialsForAnotherOrigin(_ trial: Trial, _ status: Int) async throws {
        for destination in [Destination.otherPort, .otherHost] {
            let (first, second) = try await redirected(.get, status, to: destination, trial)
            try expect(secrets, in: first)
            try expect(plain, in: first)
            try expectNone(of: secrets.keys, in: second)
            try expect(plain, in: second)
        }
    }

    private static func forwardsTheBodyWithoutCredentials(_ trial: Trial) async throws {
        for status in [307, 308] {
            let (_, second) = try await redirected(.post, status, to: .otherPort, trial)
            try expectNone(of: secrets.keys, in: second)
            try expect(plain, in: second)
            try Expect.equal("the method after \(status)", second.method, "POST")
            try Expect.equal("the body after \(status)", second.body, Array("the body".utf8))
            try expect(["Content-Type": "text/plain; charset=utf-8"], in: second)
        }
    }

    private static func dropsMiddlewareFieldsForAnotherOrigin(_ trial: Trial) async throws {
        for status in [302, 307] {
            for destination in [Destination.otherPort, .otherHost] {
                let (first, second) = try await redirected(
                    .get, status, to: destination, middleware: [Adding()], trial)
                try expect(Adding.fields, in: first)
                try expectNone(of: Adding.fields.keys, in: second)
                try expectNone(of: secrets.keys, in: second)
                try expect(plain, in: second)
            }
        }
    }

    private static func keepsCredentialsWithinTheSameOrigin(_ trial: Trial) async throws {
        for status in [302, 307] {
            let (_, second) = try await redirected(.get, status, to: .sameOrigin, middleware: [Adding()], trial)
            try expect(secrets.merging(Adding.fields) { $1 }, in: second)
            try expect(plain, in: second)
        }
    }

    private static func omitsTheReferrer(_ trial: Trial) async throws {
        let (_, second) = try await redirected(.get, 302, to: .otherPort, trial)
        try Expect.equal("Referer", second.field("Referer"), nil)
    }
}
