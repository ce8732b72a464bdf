import EndpointTransports
import Foundation

/// Checks that a response that asks for credentials arrives with its status, header fields and body.
enum ChallengeChecks {
    static let all = [
        ComplianceCheck(.challenges, "a 401 is delivered with any challenge") {
            try await deliversTheStatus(401, "WWW-Authenticate", $0)
        },
        ComplianceCheck(.challenges, "a 407 is delivered with any challenge") {
            try await deliversTheStatus(407, "Proxy-Authenticate", $0)
        },
        ComplianceCheck(.challenges, "the body of a 401 arrives whole at any size", deliversTheWholeBodyOfA401),
        ComplianceCheck(
            .challenges, "the body of a 401 that breaks off is reported as truncated", reportsATruncatedBodyOfA401),
    ]

    private static let challenges = [
        [], ["Basic realm=\"files\""], ["Basic"], ["Bearer realm=\"api\", error=\"invalid_token\""],
        ["Digest realm=\"files\", qop=\"auth\", algorithm=MD5, nonce=\"abc\", opaque=\"def\""],
        ["Digest realm=\"files\", qop=\"auth\", algorithm=SHA-256, nonce=\"abc\"", "Basic realm=\"files\""],
        ["Basic realm=\"a\", Digest realm=\"b\", nonce=\"c\""], ["Negotiate"], ["NTLM"], ["Unheard-Of x=y"], [""],
    ]

    private static func deliversTheStatus(_ status: Int, _ field: String, _ trial: Trial) async throws {
        for challenges in challenges {
            let server = try trial.server { request, connection in
                connection.respond("\(status) Who Are You", challenges.map { "\(field): \($0)" }, body: "no such user")
            }
            let probes = [
                Probe(), Probe(headerFields: ["Authorization": "Bearer expired"]), Probe(.post, body: .text("x")),
            ]
            let subject = "\(status) with \(challenges)"
            for probe in probes {
                let answer = try await trial.load(probe, from: server)
                try Expect.equal("the status of \(subject)", answer.statusCode, status)
                try Expect.equal("the body of \(subject)", answer.body, Data("no such user".utf8))
                if let first = challenges.first {
                    let value = answer.head.headerField(field)
                    try Expect.that("\(subject)", value?.hasPrefix(first) == true, found: value ?? "no \(field)")
                }
            }
            try Expect.equal("the requests for \(subject)", server.requests.map(\.method), ["GET", "GET", "POST"])
            let sent = server.requests.map { $0.field("Authorization") }
            try Expect.equal("what was sent for \(subject)", sent, [nil, "Bearer expired", nil])
        }
    }

    private static func deliversTheWholeBodyOfA401(_ trial: Trial) async throws {
        for size in [0, 1, 100_000, 3_000_000] {
            let body = String(repeating: "x", count: size)
            let server = try trial.server { _, connection in
                connection.respond("401 Unauthorized", ["WWW-Authenticate: Basic realm=\"files\""], body: body)
            }
            try Expect.equal("the length of the body", try await trial.load(from: server).body.count, size)
        }
    }

    private static func reportsATruncatedBodyOfA401(_ trial: Trial) async throws {
        let server = try trial.server(
            answering: "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"files\"\r\n"
                + "Content-Length: 100\r\n\r\nbroken off")
        let response = try await trial.send(to: server)
        try Expect.equal("the status", response.statusCode, 401)
        try await Expect.failure(.truncated) { for try await _ in response.body {} }
    }
}
