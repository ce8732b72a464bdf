import EndpointCompliance
import EndpointController
import EndpointStreaming
import Foundation
import Testing
import Transports

extension PromiseTests {
    /// Each kind of failure is reported as its own error case, and an invalid request is not sent.
    @Suite struct ErrorTests {
        /// All kinds except a failure of middleware, and a failure that an accepted response reports.
        private static let kinds = EndpointErrorKind.allCases.filter {
            ![.middlewareFailed, .reportedFailure].contains($0)
        }

        private struct Refusal: Error {}

        private struct Choosy: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType,
            PayloadProviderType, BodyProviderType, RulesProviderType
        {
            typealias Payload = [String: String]

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

        @Test("Reports a kind of failure as its own case", arguments: transports, kinds)
        func kind(_ transport: CheckedTransport, _ kind: EndpointErrorKind) async throws {
            let server = try ScriptedServer(Self.script)
            defer { server.stop() }
            let controller = transport.controller(for: server)
            var endpoint = Choosy(relativeURLString: "\(kind)", body: .text("x"))
            switch kind {
            case .invalidRequest: endpoint.body = .file(URL(fileURLWithPath: "/no such file"))
            case .serverUnreachable:
                controller.baseURL = URL(string: "http://127.0.0.1:\(try ScriptedServer.refusedPort())/")
            default: break
            }
            let load = Task { [endpoint] in try await controller.load(endpoint) }
            if kind == .cancelled { load.cancel() }
            let error = await expectFailure(kind) { try await load.value }

            let status: Int? =
                switch kind {
                case .unacceptableStatus: 403
                case .redirectNotFollowed: 307
                case .invalidRequest, .cancelled, .serverUnreachable, .serverNotResponding, .timedOut: nil
                default: 200
                }
            #expect(error?.response?.statusCode == status)
            let said = EndpointDefaultServerError(error: "forbidden", reason: "not yours", detail: "user 7")
            #expect(error?.serverError == (kind == .unacceptableStatus ? said : nil))
            switch error {
            case .unacceptableResponse(_, let reason): #expect(reason is Refusal)
            case .truncatedResponse(let response, _): #expect(response.body == Data("{".utf8))
            case .parsing(_, let reason): #expect(reason is DecodingError)
            default: break
            }
        }

        @Test("Decodes a JSON error with any 4xx or 5xx status, with a challenge or without", arguments: transports)
        func serverError(_ transport: CheckedTransport) async throws {
            for status in [400, 401, 404, 407, 409, 418, 422, 429, 500, 503, 599] {
                let server = try ScriptedServer { _, connection in
                    let field = status == 407 ? "Proxy-Authenticate" : "WWW-Authenticate"
                    connection.respond(
                        "\(status) Status", ["Content-Type: text/plain", "\(field): Basic realm=\"files\""],
                        body: #"{"reason":"because"}"#)
                }
                defer { server.stop() }
                let error = await expectFailure(.unacceptableStatus, "\(status)") {
                    try await transport.controller(for: server).load(Probe())
                }
                #expect(error?.response?.statusCode == status)
                #expect(error?.serverError?.reason == "because", "\(status)")
            }
        }

        @Test("Keeps a body that is not a JSON error", arguments: transports)
        func otherBody(_ transport: CheckedTransport) async throws {
            for body in ["", "<html>", "[]", "{", "null"] {
                let server = try ScriptedServer { _, connection in connection.respond("500 Oh", body: body) }
                defer { server.stop() }
                let error = await expectFailure(.unacceptableStatus, body) {
                    try await transport.controller(for: server).load(Probe())
                }
                #expect(error?.serverError == nil)
                #expect(error?.response?.body == Data(body.utf8))
            }
        }

        /// A middleware that adds a fault to the request of an endpoint.
        enum Fault: String, CaseIterable, EndpointMiddleware {
            case fieldValue = "a line break in a header field"
            case fieldName = "a line break in the name of a header field"
            case method = "a line break in the method"
            case otherLength = "a Content-Length that does not match its body"
            case transferEncoding = "its own Transfer-Encoding"
            case port = "a port over 65535"
            case noHost = "a URL without a host"

            func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
                var request = request
                switch self {
                case .fieldValue: request.allHTTPHeaderFields = ["X-Note": "a\r\nX-Other: b"]
                case .fieldName: request.allHTTPHeaderFields = ["X-Note: a\r\nX-Other": "b"]
                case .method: request.httpMethod = "POST / HTTP/1.1\r\nX-Other: b\r\n\r\nGET"
                case .otherLength: request.setValue("2", forHTTPHeaderField: "Content-Length")
                case .transferEncoding: request.setValue("chunked", forHTTPHeaderField: "Transfer-Encoding")
                case .port:
                    let port = request.url?.port ?? 0
                    request.url = URL(string: "http://127.0.0.1:\(port + 65_536)/")
                case .noHost: request.url = URL(string: "http:///127.0.0.1:\(request.url?.port ?? 0)/")
                }
                return try await next(request)
            }
        }

        @Test(
            "Refuses a request that could arrive as another request, or as two", arguments: transports, Fault.allCases)
        func invalidRequest(_ transport: CheckedTransport, _ fault: Fault) async throws {
            let server = try ScriptedServer { _, connection in connection.respond() }
            defer { server.stop() }
            let controller = transport.controller(for: server, middleware: [fault])
            await expectFailure(.invalidRequest) {
                try await controller.load(Probe(.post, body: .text("the body")))
            }
            #expect(server.requests.isEmpty)
        }
    }
}
