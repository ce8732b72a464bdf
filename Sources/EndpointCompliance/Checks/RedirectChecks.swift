import EndpointController
import Foundation

/// Checks that redirects change a request as RFC 9110, section 15.4, specifies, and no more than browsers do.
enum RedirectChecks {
    static let all = [
        ComplianceCheck(
            .redirects, "a request that becomes a GET loses its body and the header fields that describe it",
            dropsTheBodyOfARequestThatBecomesGET),
        ComplianceCheck(
            .redirects, "a request that does not become a GET keeps its method and body", keepsTheMethodAndBody),
        ComplianceCheck(.redirects, "GET and HEAD keep their method", keepsTheMethodOfGETAndHEAD),
        ComplianceCheck(.redirects, "a body that is read from a file is read again", readsAFileAgain),
        ComplianceCheck(.redirects, "a body that cannot be read again is not sent empty", doesNotSendAStreamAgain),
        ComplianceCheck(
            .redirects, "the transport itself follows no redirects", checkThatTheTransportFollowsNoRedirects),
    ]

    /// Sends a request to `/from`, which is redirected to `/to`, and returns the request that arrived at `/to`.
    private static func redirected(_ endpoint: Probe, _ status: Int, _ trial: Trial) async throws -> ScriptedRequest {
        let server = try trial.server { request, connection in
            let isFirst = request.target == "/from"
            let body = request.method == "HEAD" ? "" : isFirst ? "elsewhere" : "here"
            connection.respond(isFirst ? "\(status) Elsewhere" : "200 OK", isFirst ? ["Location: to"] : [], body: body)
        }
        let payload = try await trial.controller(for: server).load(endpoint)
        let subject = "\(endpoint.method) after \(status)"
        try Expect.equal("the payload of \(subject)", payload, Data(endpoint.method == .head ? "".utf8 : "here".utf8))
        try Expect.equal("the targets of \(subject)", server.requests.map(\.target), ["/from", "/to"])
        return try Expect.some("a request", server.requests.last)
    }

    private static func dropsTheBodyOfARequestThatBecomesGET(_ trial: Trial) async throws {
        let rows: [(status: Int, method: HTTPMethod)] = [
            (301, .post), (302, .post), (303, .post), (303, .put), (303, .patch), (303, .delete),
        ]
        for (status, method) in rows {
            let fields = ["Content-Language": "en", "Content-Encoding": "identity", "X-Trace": "1"]
            let endpoint = Probe(method, "from", headerFields: fields, body: .text("the body"))
            let arrived = try await redirected(endpoint, status, trial)
            try Expect.equal("\(method) after \(status)", arrived.method, "GET")
            try Expect.equal("the body of \(method) after \(status)", arrived.body, [])
            for name in ["Content-Type", "Content-Language", "Content-Encoding", "Transfer-Encoding"] {
                try Expect.equal("\(name) after \(status)", arrived.field(name), nil)
            }
            let length = arrived.field("Content-Length")
            try Expect.that("no Content-Length but 0", ["0", nil].contains(length), found: length ?? "none")
            try Expect.equal("X-Trace after \(status)", arrived.field("X-Trace"), "1")
        }
    }

    private static func keepsTheMethodAndBody(_ trial: Trial) async throws {
        let rows: [(status: Int, method: HTTPMethod)] = [
            (301, .put), (302, .patch), (302, .delete), (307, .post), (307, .patch), (308, .post), (308, .put),
            (308, "PROPFIND"),
        ]
        for (status, method) in rows {
            let endpoint = Probe(method, "from", headerFields: ["X-Trace": "1"], body: .text("the body"))
            let arrived = try await redirected(endpoint, status, trial)
            let subject = "\(method) after \(status)"
            try Expect.equal(subject, arrived.method, method.rawValue)
            try Expect.equal("the body of \(subject)", arrived.body, Array("the body".utf8))
            let contentType = arrived.field("Content-Type")
            try Expect.equal("Content-Type of \(subject)", contentType, "text/plain; charset=utf-8")
            try Expect.equal("X-Trace of \(subject)", arrived.field("X-Trace"), "1")
        }
    }

    private static func keepsTheMethodOfGETAndHEAD(_ trial: Trial) async throws {
        for status in [301, 302, 303, 307, 308] {
            for method in [HTTPMethod.get, .head] {
                let arrived = try await redirected(Probe(method, "from"), status, trial)
                try Expect.equal("\(method) after \(status)", arrived.method, method.rawValue)
            }
        }
    }

    private static func readsAFileAgain(_ trial: Trial) async throws {
        try await TemporaryFolder.with { folder in
            let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
            try content.write(to: folder.file)
            for status in [307, 308] {
                let arrived = try await redirected(Probe(.post, "from", body: .file(folder.file)), status, trial)
                try Expect.equal("POST after \(status)", arrived.method, "POST")
                let isWhole = Data(arrived.body) == content
                try Expect.that("all 300000 bytes after \(status)", isWhole, found: arrived.body.count)
            }
        }
    }

    /// An endpoint whose request has a stream that can be read only once.
    private struct OneStream: BaseURLEndpointType {
        func request(baseURL: URL) -> URLRequest {
            var request = URLRequest(url: baseURL)
            request.httpMethod = "POST"
            request.httpBodyStream = InputStream(data: Data("once".utf8))
            return request
        }
    }

    private static func doesNotSendAStreamAgain(_ trial: Trial) async throws {
        for status in [307, 308] {
            let server = try trial.server { _, connection in
                connection.respond("\(status) Elsewhere", ["Location: /to", "Connection: close"])
                connection.close()
            }
            let controller = trial.controller(for: server)
            let error = try await Expect.failure(.redirectNotFollowed, "POST after \(status)") {
                try await controller.load(OneStream().parsed(by: .response))
            }
            try Expect.equal("the status", error.response?.statusCode, status)
            try Expect.equal("the reason", error.redirectError, .bodyNotRepeatable)
            try Expect.equal("the connections", server.connectionCount, 1)
        }
    }

    private static func checkThatTheTransportFollowsNoRedirects(_ trial: Trial) async throws {
        let server = try trial.server { request, connection in
            connection.respond("302 Found", ["Location: /to"], body: request.target)
        }
        let response = try await trial.transport.send(URLRequest(url: server.url("from")))
        try Expect.equal("the status", response.statusCode, 302)
        try Expect.equal("Location", response.headerField("Location"), "/to")
        var body = Data()
        for try await chunk in response.body { body += chunk }
        try Expect.equal("the body", body, Data("/from".utf8))
        try Expect.equal("the targets", server.requests.map(\.target), ["/from"])
    }
}

extension EndpointError {
    /// The reason why a redirect was not followed, or nil for any other error.
    var redirectError: EndpointRedirectError? {
        if case .redirectNotFollowed(_, let reason) = self { reason } else { nil }
    }
}
