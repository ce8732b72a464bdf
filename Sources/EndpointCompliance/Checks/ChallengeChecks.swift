import EndpointController
import Foundation

/// Checks that a response that asks for credentials ends the call and arrives with its status, header fields and body.
enum ChallengeChecks {
    static let all = [
        ComplianceCheck(.challenges, "a 401 is an unacceptable status with any challenge") {
            try await expectStatus(401, "WWW-Authenticate", $0)
        },
        ComplianceCheck(.challenges, "a 407 is an unacceptable status with any challenge") {
            try await expectStatus(407, "Proxy-Authenticate", $0)
        },
        ComplianceCheck(.challenges, "the body of a 401 arrives whole at any size", deliversTheWholeBodyOfA401),
        ComplianceCheck(
            .challenges, "the body of a 401 that breaks off is reported as truncated", reportsATruncatedBodyOfA401),
        ComplianceCheck(
            .challenges, "the transport itself returns a 401 or 407 with its body",
            checkThatTheTransportReturnsChallenges),
    ]

    private static let challenges = [
        [], ["Basic realm=\"files\""], ["Basic"], ["Bearer realm=\"api\", error=\"invalid_token\""],
        ["Digest realm=\"files\", qop=\"auth\", algorithm=MD5, nonce=\"abc\", opaque=\"def\""],
        ["Digest realm=\"files\", qop=\"auth\", algorithm=SHA-256, nonce=\"abc\"", "Basic realm=\"files\""],
        ["Basic realm=\"a\", Digest realm=\"b\", nonce=\"c\""], ["Negotiate"], ["NTLM"], ["Unheard-Of x=y"], [""],
    ]

    private static func expectStatus(_ status: Int, _ field: String, _ trial: Trial) async throws {
        for challenges in challenges {
            let server = try trial.server { request, connection in
                connection.respond(
                    "\(status) Who Are You", challenges.map { "\(field): \($0)" } + ["Content-Type: application/json"],
                    body: #"{"error":"unknown","reason":"no such user"}"#)
            }
            let controller = trial.controller(for: server)
            let endpoints = [
                Probe(), Probe(headerFields: ["Authorization": "Bearer expired"]), Probe(.post, body: .text("x")),
            ]
            let subject = "\(status) with \(challenges)"
            for endpoint in endpoints {
                let error = try await Expect.failure(.unacceptableStatus, subject) {
                    try await controller.load(endpoint)
                }
                try Expect.equal("the status of \(subject)", error.response?.statusCode, status)
                let said = EndpointDefaultServerError(error: "unknown", reason: "no such user")
                try Expect.equal("what is said with \(subject)", error.serverError, said)
                if let first = challenges.first {
                    let value = error.response?.headerField(field)
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
            let rules = EndpointRules(acceptedStatusCodes: [401], timeout: .seconds(20))
            let payload = try await trial.controller(for: server, rules: rules).load(Probe())
            try Expect.equal("the length of the body", payload.count, size)
        }
    }

    private static func reportsATruncatedBodyOfA401(_ trial: Trial) async throws {
        let server = try trial.server(
            answering: "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"files\"\r\n"
                + "Content-Length: 100\r\n\r\nbroken off")
        let controller = trial.controller(for: server)
        let error = try await Expect.failure(.truncatedResponse) { try await controller.load(Probe()) }
        try Expect.equal("the status", error.response?.statusCode, 401)
    }

    private static func checkThatTheTransportReturnsChallenges(_ trial: Trial) async throws {
        for (status, field) in [(401, "WWW-Authenticate"), (407, "Proxy-Authenticate")] {
            let server = try trial.server { _, connection in
                connection.respond("\(status) Who Are You", ["\(field): Basic realm=\"files\""], body: "no")
            }
            let response = try await trial.transport.send(URLRequest(url: server.url()))
            try Expect.equal("the status", response.statusCode, status)
            var body = Data()
            for try await chunk in response.body { body += chunk }
            try Expect.equal("the body of the \(status)", body, Data("no".utf8))
            try Expect.equal("the requests", server.requests.count, 1)
        }
    }
}
