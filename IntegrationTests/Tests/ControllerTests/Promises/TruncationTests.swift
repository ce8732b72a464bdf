import EndpointController
import Foundation
import EndpointTesting
import Testing

extension Promises {
    /// A body that did not arrive whole is never taken for one that did.
    @Suite struct TruncationTests {
        struct Row: CustomTestStringConvertible, Sendable {
            var testDescription: String
            var field: String
            var bytes: String
            var body = ""
        }

        static let rows = [
            Row(testDescription: "nothing of a length", field: "Content-Length: 10", bytes: ""),
            Row(
                testDescription: "a part of a length", field: "Content-Length: 10", bytes: "nine byte",
                body: "nine byte"),
            Row(testDescription: "nothing of a huge length", field: "Content-Length: 9000000000000", bytes: ""),
            Row(testDescription: "no chunk", field: "Transfer-Encoding: chunked", bytes: ""),
            Row(
                testDescription: "half a size", field: "Transfer-Encoding: chunked", bytes: "4\r\nfour\r\n1",
                body: "four"),
            Row(testDescription: "a cut chunk", field: "Transfer-Encoding: chunked", bytes: "9\r\nfour", body: "four"),
            Row(testDescription: "no end", field: "Transfer-Encoding: chunked", bytes: "4\r\nfour\r\n", body: "four"),
            Row(testDescription: "no size", field: "Transfer-Encoding: chunked", bytes: "zero\r\n0\r\n\r\n"),
            Row(testDescription: "no gzip", field: "Content-Encoding: gzip", bytes: "four"),
        ]

        private func expectTruncation(
            _ row: Row,
            _ status: Int,
            _ method: HTTPMethod,
            _ controller: Controller
        ) async throws {
            let error = try await #require(throws: LoadError.self) { try await controller.load(Probe(method)) }
            #expect(error.kind == .truncatedResponse, "\(error)")
            #expect(error.response?.statusCode == status)
            #expect(error.response?.body == Data(row.body.utf8))
        }

        @Test(arguments: TransportCase.all, rows)
        func aBodyThatBreaksOffIsAnErrorThatSaysSo(_ transport: TransportCase, _ row: Row) async throws {
            for (status, method) in [(200, HTTPMethod.get), (200, .post), (500, .get)] {
                let server = try ScriptedServer(
                    answering: "HTTP/1.1 \(status) Status\r\n\(row.field)\r\n\r\n\(row.bytes)")
                defer { server.stop() }
                try await expectTruncation(row, status, method, transport.controller(for: server))
            }
        }

        /// Tells a server when the head of its response has arrived.
        private struct HeadWatch: EndpointMiddleware {
            let arrival = DispatchSemaphore(value: 0)

            func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
                defer { arrival.signal() }
                return try await next(request)
            }
        }

        @Test(arguments: TransportCase.all, ["Content-Length: 10", "Transfer-Encoding: chunked"])
        func aResetAfterTheHeadIsAnErrorThatSaysSo(_ transport: TransportCase, _ field: String) async throws {
            for (status, method) in [(200, HTTPMethod.get), (200, .post), (500, .get)] {
                let watch = HeadWatch()
                let server = try ScriptedServer { _, connection in
                    connection.send("HTTP/1.1 \(status) Status\r\n\(field)\r\n\r\n")
                    // A reset overtakes what has not been read.
                    watch.arrival.wait()
                    connection.reset()
                }
                defer { server.stop() }
                let row = Row(testDescription: "", field: field, bytes: "")
                let controller = transport.controller(for: server, middleware: [watch])
                try await expectTruncation(row, status, method, controller)
            }
        }

        static let wholeResponses = [
            ("no length", "HTTP/1.1 200 OK\r\n\r\nfour", "four"),
            ("more than the length", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfour and more", "four"),
            ("chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nfo\r\n2\r\nur\r\n0\r\n\r\n", "four"),
            (
                "an interim response", "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 200 OK\r\n\r\nfour",
                "four"
            ),
            ("100", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfour", "four"),
            ("HTTP/1.0", "HTTP/1.0 200 OK\r\n\r\nfour", "four"),
            ("204", "HTTP/1.1 204 No Content\r\n\r\n", ""),
            ("205", "HTTP/1.1 205 Reset Content\r\nContent-Length: 0\r\n\r\n", ""),
        ]

        @Test(arguments: TransportCase.all, wholeResponses)
        func aWholeBodyIsNoError(
            _ transport: TransportCase,
            _ row: (name: String, response: String, body: String)
        ) async throws {
            let server = try ScriptedServer(answering: row.response)
            defer { server.stop() }
            for method in [HTTPMethod.get, .post] {
                let payload = try await transport.controller(for: server).load(Probe(method))
                #expect(payload == Data(row.body.utf8))
            }
        }

        @Test(arguments: TransportCase.all, ["200 OK", "304 Not Modified"])
        func aLengthWithoutABodyIsNoError(_ transport: TransportCase, _ status: String) async throws {
            let server = try ScriptedServer { request, connection in
                connection.send("HTTP/1.1 \(status)\r\nContent-Length: 10\r\n\r\n")
            }
            defer { server.stop() }
            let rules = EndpointRules(acceptedStatusCodes: [200, 304], timeout: .seconds(20))
            let controller = transport.controller(for: server, rules: rules)
            let method: HTTPMethod = status.hasPrefix("304") ? .get : .head
            #expect(try await controller.load(Probe(method)) == Data())
            #expect(try await controller.load(Probe(method)) == Data())
        }
    }
}
