import EndpointController
import Foundation

/// Checks that each of the `kinds` of failure is reported as its own error case.
enum ErrorCaseChecks {
    static let all: [ComplianceCheck] =
        kinds.map { kind in
            ComplianceCheck(.failures, "a call can end as .\(kind)") { try await reportsTheKind(kind, $0) }
        } + [
            ComplianceCheck(
                .failures, "a JSON error in the body is decoded with any 4xx or 5xx status",
                decodesAServerErrorWithAnyStatus),
            ComplianceCheck(
                .failures, "a body that is not an error in JSON is still returned", keepsABodyThatIsNotAServerError),
        ]

    /// All kinds except a failure of middleware, and a failure that an accepted response reports.
    private static let kinds = EndpointErrorKind.allCases.filter {
        ![.middlewareFailed, .reportedFailure].contains($0)
    }

    private struct Refusal: Error {}

    private struct User: Decodable {
        var name: String
    }

    private struct Choosy: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType,
        PayloadProviderType, BodyProviderType, RulesProviderType
    {
        typealias Payload = User

        var method: HTTPMethod { .post }
        var relativeURLString: String
        var body: HTTPBody?
        var rules: EndpointRules {
            EndpointRules(
                acceptedContentTypes: ["application/json"], timeout: .seconds(1), responseSizeLimit: 1_000,
                responseValidator: { if $0.headerField("X-Refuse") != nil { throw Refusal() } })
        }
    }

    /// A script that causes the kind of failure that the request's path specifies.
    private static let script: ScriptedServer.Script = { request, connection in
        let json = ["Content-Type: application/json"]
        switch kinds.first(where: { "/\($0)" == request.target }) {
        case .cancelled, .timedOut: connection.waitForEnd()
        case .serverNotResponding: connection.close()
        case .redirectNotFollowed: connection.respond("307 Again", ["Location: mailto:ada@example.com"])
        case .unacceptableStatus:
            let body = #"{"error":"forbidden","reason":"not yours","detail":"user 7"}"#
            connection.respond("403 Forbidden", json, body: body)
        case .unacceptableContentType: connection.respond("200 OK", ["Content-Type: text/html"], body: "<p>")
        case .unacceptableResponse: connection.respond("200 OK", json + ["X-Refuse: yes"], body: "{}")
        case .responseTooLarge: connection.respond("200 OK", json, body: String(repeating: "x", count: 1_001))
        case .truncatedResponse:
            connection.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{")
            connection.close()
        case .parsing: connection.respond("200 OK", json, body: #"{"name":7}"#)
        default: connection.respond("200 OK", json, body: #"{"name":"Ada"}"#)
        }
    }

    private static func reportsTheKind(_ kind: EndpointErrorKind, _ trial: Trial) async throws {
        let controller = trial.controller(for: try trial.server(script))
        var endpoint = Choosy(relativeURLString: "\(kind)", body: .text("x"))
        switch kind {
        case .invalidRequest: endpoint.body = .file(URL(fileURLWithPath: "/no such file"))
        case .serverUnreachable:
            controller.baseURL = URL(string: "http://127.0.0.1:\(try ScriptedServer.refusedPort())/")
        default: break
        }
        let load = Task { [endpoint] in try await controller.load(endpoint) }
        if kind == .cancelled { load.cancel() }
        let error = try await Expect.failure(kind) { try await load.value }

        let status: Int? =
            switch kind {
            case .unacceptableStatus: 403
            case .redirectNotFollowed: 307
            case .invalidRequest, .cancelled, .serverUnreachable, .serverNotResponding, .timedOut: nil
            default: 200
            }
        try Expect.equal("the status", error.response?.statusCode, status)
        let said = EndpointDefaultServerError(error: "forbidden", reason: "not yours", detail: "user 7")
        try Expect.equal("what was said", error.serverError, kind == .unacceptableStatus ? said : nil)
        switch error {
        case .unacceptableResponse(_, let reason):
            try Expect.that("a Refusal", reason is Refusal, found: reason)
        case .parsing(_, let reason): try Expect.that("a DecodingError", reason is DecodingError, found: reason)
        default: break
        }
    }

    private static func decodesAServerErrorWithAnyStatus(_ trial: Trial) async throws {
        for status in [400, 401, 404, 409, 418, 422, 429, 500, 503, 599] {
            let server = try trial.server { _, connection in
                connection.respond("\(status) Status", ["Content-Type: text/plain"], body: #"{"reason":"because"}"#)
            }
            let controller = trial.controller(for: server)
            let error = try await Expect.failure(.unacceptableStatus, "\(status)") {
                try await controller.load(Probe())
            }
            try Expect.equal("the status", error.response?.statusCode, status)
            try Expect.equal("the reason with \(status)", error.serverError?.reason, "because")
        }
    }

    private static func keepsABodyThatIsNotAServerError(_ trial: Trial) async throws {
        for body in ["", "<html>", "[]", "{", "null"] {
            let server = try trial.server { _, connection in connection.respond("500 Oh", body: body) }
            let controller = trial.controller(for: server)
            let error = try await Expect.failure(.unacceptableStatus, body) { try await controller.load(Probe()) }
            try Expect.equal("what was said", error.serverError, nil)
            try Expect.equal("the body", error.response?.body, Data(body.utf8))
        }
    }
}
