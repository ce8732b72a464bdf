import EndpointCompliance
import EndpointController
import Foundation
import Programs
import Testing
import Transports

extension PromiseTests {
    /// Redirects change a request as RFC 9110, section 15.4, specifies.
    @Suite struct RedirectTests {
        /// Sends a request to `/from`, which is redirected to `/to`, and returns the request that arrived at `/to`.
        private func redirected(
            _ endpoint: Probe,
            _ status: Int,
            _ transport: CheckedTransport
        ) async throws -> ScriptedRequest {
            let server = try ScriptedServer { request, connection in
                let isFirst = request.target == "/from"
                let body = request.method == "HEAD" ? "" : isFirst ? "elsewhere" : "here"
                connection.respond(
                    isFirst ? "\(status) Elsewhere" : "200 OK", isFirst ? ["Location: to"] : [], body: body)
            }
            defer { server.stop() }
            let payload = try await transport.controller(for: server).load(endpoint)
            let subject = "\(endpoint.method) after \(status)"
            #expect(payload == Data((endpoint.method == .head ? "" : "here").utf8), "\(subject)")
            #expect(server.requests.map(\.target) == ["/from", "/to"], "\(subject)")
            return try #require(server.requests.last)
        }

        @Test(
            "Drops the body of a request that becomes a GET, and the fields that describe the body",
            arguments: transports)
        func becomesGET(_ transport: CheckedTransport) async throws {
            let rows: [(status: Int, method: HTTPMethod)] = [
                (301, .post), (302, .post), (303, .post), (303, .put), (303, .patch), (303, .delete),
            ]
            for (status, method) in rows {
                let fields = ["Content-Language": "en", "Content-Encoding": "identity", "X-Trace": "1"]
                let endpoint = Probe(method, "from", headerFields: fields, body: .text("the body"))
                let arrived = try await redirected(endpoint, status, transport)
                #expect(arrived.method == "GET", "\(method) after \(status)")
                #expect(arrived.body.isEmpty, "\(method) after \(status)")
                for name in ["Content-Type", "Content-Language", "Content-Encoding", "Transfer-Encoding"] {
                    #expect(arrived.field(name) == nil, "\(name) after \(status)")
                }
                #expect(["0", nil].contains(arrived.field("Content-Length")), "\(method) after \(status)")
                #expect(arrived.field("X-Trace") == "1", "\(method) after \(status)")
            }
        }

        @Test("Keeps the method and the body of a request that does not become a GET", arguments: transports)
        func keepsMethodAndBody(_ transport: CheckedTransport) async throws {
            let rows: [(status: Int, method: HTTPMethod)] = [
                (301, .put), (302, .patch), (302, .delete), (307, .post), (307, .patch), (308, .post), (308, .put),
                (308, "PROPFIND"),
            ]
            for (status, method) in rows {
                let endpoint = Probe(method, "from", headerFields: ["X-Trace": "1"], body: .text("the body"))
                let arrived = try await redirected(endpoint, status, transport)
                #expect(arrived.method == method.rawValue, "\(method) after \(status)")
                #expect(arrived.body == Array("the body".utf8), "\(method) after \(status)")
                #expect(arrived.field("Content-Type") == "text/plain; charset=utf-8", "\(method) after \(status)")
                #expect(arrived.field("X-Trace") == "1", "\(method) after \(status)")
            }
        }

        @Test("Keeps the methods GET and HEAD", arguments: transports)
        func keepsGETAndHEAD(_ transport: CheckedTransport) async throws {
            for status in [301, 302, 303, 307, 308] {
                for method in [HTTPMethod.get, .head] {
                    let arrived = try await redirected(Probe(method, "from"), status, transport)
                    #expect(arrived.method == method.rawValue, "\(method) after \(status)")
                }
            }
        }

        @Test("Reads a body from a file again", arguments: transports)
        func file(_ transport: CheckedTransport) async throws {
            try await withTemporaryFolder { folder in
                let file = folder.appending(path: "body")
                let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
                try content.write(to: file)
                for status in [307, 308] {
                    let arrived = try await redirected(Probe(.post, "from", body: .file(file)), status, transport)
                    #expect(arrived.method == "POST")
                    #expect(Data(arrived.body) == content)
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

        @Test("Does not send a body that cannot be read again", arguments: transports)
        func stream(_ transport: CheckedTransport) async throws {
            for status in [307, 308] {
                let server = try ScriptedServer { _, connection in
                    connection.respond("\(status) Elsewhere", ["Location: /to", "Connection: close"])
                    connection.close()
                }
                defer { server.stop() }
                let error = await expectFailure(.redirectNotFollowed) {
                    try await transport.controller(for: server).load(OneStream().parsed(by: .response))
                }
                #expect(error?.response?.statusCode == status)
                #expect(error?.redirectError == .bodyNotRepeatable)
                #expect(server.connectionCount == 1)
            }
        }

        @Test("Does not fetch the endless body of a redirect", arguments: transports)
        func endlessBody(_ transport: CheckedTransport) async throws {
            let ended = Signal()
            let server = try ScriptedServer { _, connection in
                connection.send("HTTP/1.1 302 Found\r\nLocation: /again\r\nTransfer-Encoding: chunked\r\n\r\n")
                while connection.send("1\r\nx\r\n") { Thread.sleep(forTimeInterval: 0.05) }
                ended.send()
            }
            defer { server.stop() }
            let controller = transport.controller(for: server, rules: EndpointRules(timeout: .milliseconds(300)))
            await expectTimeout(after: .milliseconds(300)) { try await controller.load(Probe()) }
            await ended.wait()
        }
    }
}

extension EndpointError {
    /// The reason why a redirect was not followed, or nil for any other error.
    var redirectError: EndpointRedirectError? {
        if case .redirectNotFollowed(_, let reason) = self { reason } else { nil }
    }
}
