import EndpointController
import Foundation
import EndpointTesting
import Testing

extension Promises {
    /// Every case of the error is what some server brings about.
    @Suite struct ErrorCaseTests {
        private struct Refusal: Error {}

        private struct Choosy: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType,
            PayloadProviderType, AcceptedContentTypesProviderType, ResponseValidatorProviderType,
            ResponseSizeLimitProviderType, TimeoutProviderType, BodyProviderType
        {
            typealias Payload = User

            var method: HTTPMethod { .post }
            var relativeURLString: String
            var body: HTTPBody?
            var acceptedContentTypes: [String] { ["application/json"] }
            var responseSizeLimit: Int? { 1_000 }
            var timeout: Duration? { .seconds(1) }
            var responseValidator: @Sendable (EndpointResponse) throws -> Void {
                { if $0.headerField("X-Refuse") != nil { throw Refusal() } }
            }
        }

        /// A server that brings about the case that a request names.
        private static func server() throws -> ScriptedServer {
            try ScriptedServer { request, connection in
                let json = ["Content-Type: application/json"]
                switch FailureKind(rawValue: String(request.target.dropFirst())) {
                case .cancelled, .timedOut: connection.waitForEnd()
                case .serverNotResponding: connection.close()
                case .unacceptableStatus:
                    let body = #"{"error":"forbidden","reason":"not yours","detail":"user 7"}"#
                    connection.respond("403 Forbidden", json, body: body)
                case .unacceptableContentType: connection.respond("200 OK", ["Content-Type: text/html"], body: "<p>")
                case .unacceptableResponse: connection.respond("200 OK", json + ["X-Refuse: yes"], body: "{}")
                case .responseTooLarge:
                    connection.respond("200 OK", json, body: String(repeating: "x", count: 1_001))
                case .truncatedResponse:
                    connection.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{")
                    connection.close()
                case .parsing: connection.respond("200 OK", json, body: #"{"name":7}"#)
                default: connection.respond("200 OK", json, body: #"{"name":"Ada"}"#)
                }
            }
        }

        @Test(arguments: TransportCase.all, FailureKind.allCases)
        func each(_ transport: TransportCase, _ kind: FailureKind) async throws {
            let server = try Self.server()
            defer { server.stop() }
            let controller = transport.controller(for: server)
            var endpoint = Choosy(relativeURLString: kind.rawValue, body: .text("x"))
            switch kind {
            case .invalidRequest: endpoint.body = .file(URL(fileURLWithPath: "/no such file"))
            case .serverUnreachable:
                controller.baseURL = URL(string: "http://127.0.0.1:\(try ScriptedServer.refusedPort())/")
            default: break
            }
            let load = Task { [endpoint] in try await controller.load(endpoint) }
            if kind == .cancelled { load.cancel() }
            let error = try await #require(throws: LoadError.self) { try await load.value }
            #expect(error.kind == kind, "\(error)")

            let status: Int? =
                switch kind {
                case .unacceptableStatus: 403
                case .invalidRequest, .cancelled, .serverUnreachable, .serverNotResponding, .timedOut: nil
                default: 200
                }
            #expect(error.response?.statusCode == status)
            let said = EndpointDefaultServerError(error: "forbidden", reason: "not yours", detail: "user 7")
            #expect(error.serverError == (kind == .unacceptableStatus ? said : nil))
            switch error {
            case .unacceptableResponse(_, let reason): #expect(reason is Refusal)
            case .parsing(_, let reason): #expect(reason is DecodingError)
            default: break
            }
        }

        @Test(arguments: TransportCase.all, [400, 401, 404, 409, 418, 422, 429, 500, 503, 599])
        func whatTheServerSaysIsDecodedWhateverItsStatus(_ transport: TransportCase, _ status: Int) async throws {
            let server = try ScriptedServer { _, connection in
                connection.respond("\(status) Status", ["Content-Type: text/plain"], body: #"{"reason":"because"}"#)
            }
            defer { server.stop() }
            let controller = transport.controller(for: server)
            let error = try await #require(throws: LoadError.self) { try await controller.load(Probe()) }
            #expect(error.response?.statusCode == status)
            #expect(error.serverError?.reason == "because")
        }

        @Test(arguments: TransportCase.all, ["", "<html>", "[]", "{", "null"])
        func whatIsNoErrorIsStillABody(_ transport: TransportCase, _ body: String) async throws {
            let server = try ScriptedServer { _, connection in connection.respond("500 Oh", body: body) }
            defer { server.stop() }
            let controller = transport.controller(for: server)
            let error = try await #require(throws: LoadError.self) { try await controller.load(Probe()) }
            #expect(error.kind == .unacceptableStatus)
            #expect(error.serverError == nil)
            #expect(error.response?.body == Data(body.utf8))
        }
    }
}
