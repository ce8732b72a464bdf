import EndpointController
import Foundation
import EndpointTesting
import Testing

extension Promises {
    /// Redirects change a request as RFC 9110, section 15.4, says, and no more than browsers do.
    @Suite struct RedirectTests {
        struct Step: CustomTestStringConvertible, Sendable {
            var status: Int
            var from: HTTPMethod
            var to: HTTPMethod
            var testDescription: String { "\(status) \(from)" }

            init(_ status: Int, _ from: HTTPMethod, to: HTTPMethod) {
                (self.status, self.from, self.to) = (status, from, to)
            }
        }

        /// Sends a request to `/from`, which is redirected to `/to`, and gives what arrived there.
        private func redirected(
            _ endpoint: Probe,
            _ status: Int,
            _ transport: TransportCase
        ) async throws -> ScriptedRequest {
            let server = try ScriptedServer { request, connection in
                request.target == "/from"
                    ? connection.respond("\(status) Elsewhere", ["Location: to"], body: request.bodyFor("elsewhere"))
                    : connection.respond(body: request.bodyFor("here"))
            }
            defer { server.stop() }
            let payload = try await transport.controller(for: server).load(endpoint)
            #expect(payload == Data(endpoint.method == .head ? "".utf8 : "here".utf8))
            #expect(server.requests.map(\.target) == ["/from", "/to"])
            return try #require(server.requests.last)
        }

        @Test(
            arguments: TransportCase.all,
            [
                Step(301, .post, to: .get), Step(302, .post, to: .get), Step(303, .post, to: .get),
                Step(303, .put, to: .get), Step(303, .patch, to: .get), Step(303, .delete, to: .get),
            ])
        func aGETHasNoBodyAndNothingThatDescribesOne(_ transport: TransportCase, _ step: Step) async throws {
            let fields = ["Content-Language": "en", "Content-Encoding": "identity", "X-Trace": "1"]
            let endpoint = Probe(step.from, "from", headerFields: fields, body: .text("the body"))
            let arrived = try await redirected(endpoint, step.status, transport)
            #expect(arrived.method == "GET")
            #expect(arrived.body.isEmpty)
            for name in ["Content-Type", "Content-Language", "Content-Encoding", "Transfer-Encoding"] {
                #expect(arrived.field(name) == nil)
            }
            #expect(["0", nil].contains(arrived.field("Content-Length")))
            #expect(arrived.field("X-Trace") == "1")
        }

        @Test(
            arguments: TransportCase.all,
            [
                Step(301, .put, to: .put), Step(302, .patch, to: .patch), Step(302, .delete, to: .delete),
                Step(307, .post, to: .post), Step(307, .patch, to: .patch), Step(308, .post, to: .post),
                Step(308, .put, to: .put), Step(308, "PROPFIND", to: "PROPFIND"),
            ])
        func otherMethodsKeepTheirBodies(_ transport: TransportCase, _ step: Step) async throws {
            let endpoint = Probe(step.from, "from", headerFields: ["X-Trace": "1"], body: .text("the body"))
            let arrived = try await redirected(endpoint, step.status, transport)
            #expect(arrived.method == step.to.rawValue)
            #expect(arrived.body == Array("the body".utf8))
            #expect(arrived.field("Content-Type") == "text/plain; charset=utf-8")
            #expect(arrived.field("X-Trace") == "1")
        }

        @Test(arguments: TransportCase.all, [301, 302, 303, 307, 308])
        func getAndHeadStayWhatTheyAre(_ transport: TransportCase, _ status: Int) async throws {
            for method in [HTTPMethod.get, .head] {
                #expect(try await redirected(Probe(method, "from"), status, transport).method == method.rawValue)
            }
        }

        @Test(arguments: TransportCase.all, [307, 308])
        func aBodyThatIsReadFromAFileIsReadAgain(_ transport: TransportCase, _ status: Int) async throws {
            let file = FileManager.default.temporaryDirectory.appending(path: "Endpoint-\(UUID().uuidString)")
            let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
            try content.write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let arrived = try await redirected(Probe(.post, "from", body: .file(file)), status, transport)
            #expect(arrived.method == "POST")
            let isWhole = Data(arrived.body) == content
            #expect(isWhole, "\(arrived.body.count) bytes arrived")
        }

        /// A request that was not made of an endpoint's body.
        struct OneStream: BaseURLEndpointType {
            func request(baseURL: URL) -> URLRequest {
                var request = URLRequest(url: baseURL)
                request.httpMethod = "POST"
                request.httpBodyStream = InputStream(data: Data("once".utf8))
                return request
            }
        }

        @Test(arguments: TransportCase.all, [307, 308])
        func aBodyThatCannotBeReadAgainIsNotSentEmpty(_ transport: TransportCase, _ status: Int) async throws {
            let server = try ScriptedServer { _, connection in
                connection.respond("\(status) Elsewhere", ["Location: /to", "Connection: close"])
                connection.close()
            }
            defer { server.stop() }
            let controller = transport.controller(for: server)
            let error = try await #require(throws: LoadError.self) { try await controller.response(for: OneStream()) }
            guard case .unacceptableResponse(let response, let reason) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(response.statusCode == status)
            #expect(reason as? EndpointRedirectError == .bodyNotRepeatable)
            #expect(server.connectionCount == 1)
        }
    }
}

extension ScriptedRequest {
    /// A body for the response to this request: none for HEAD.
    fileprivate func bodyFor(_ text: String) -> String {
        method == "HEAD" ? "" : text
    }
}
