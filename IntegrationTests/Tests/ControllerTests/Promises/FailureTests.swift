import EndpointController
import Foundation
import EndpointTesting
import Testing

extension Promises {
    /// A server that cannot be reached, and one that can but does not answer, are told apart.
    @Suite struct FailureTests {
        private func expect(
            _ kind: FailureKind,
            _ url: String,
            _ transport: TransportCase,
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            let rules = EndpointRules(timeout: .seconds(20))
            let baseURL = try #require(URL(string: url))
            let controller = Controller(baseURL: baseURL, transport: transport.transport, rules: rules)
            for method in [HTTPMethod.get, .post] {
                let error = try await #require(throws: LoadError.self, sourceLocation: sourceLocation) {
                    try await controller.load(Probe(method))
                }
                #expect(error.kind == kind, "\(error)", sourceLocation: sourceLocation)
                #expect(error.response == nil, sourceLocation: sourceLocation)
            }
        }

        @Test(arguments: TransportCase.all)
        func aRefusedPortIsUnreachable(_ transport: TransportCase) async throws {
            try await expect(.serverUnreachable, "http://127.0.0.1:\(try ScriptedServer.refusedPort())/", transport)
        }

        // Names of which RFC 6761, section 6.4, says that there are none.
        @Test(arguments: TransportCase.all, ["http://nohost.invalid/", "https://nohost.invalid/"])
        func anUnknownHostIsUnreachable(_ transport: TransportCase, _ url: String) async throws {
            try await expect(.serverUnreachable, url, transport)
        }

        @Test(arguments: TransportCase.all)
        func anUntrustedCertificateIsUnreachable(_ transport: TransportCase) async throws {
            let server = try await UntrustedServer()
            defer { server.stop() }
            for host in ["localhost", "127.0.0.1"] {
                try await expect(.serverUnreachable, "https://\(host):\(server.port)/", transport)
                // One for each method, and nothing was sent.
                for _ in 0..<2 { #expect(await server.nextLine()?.hasPrefix("refused: ") == true) }
            }
        }

        @Test(arguments: TransportCase.all)
        func aServerThatSpeaksNoTLSIsUnreachable(_ transport: TransportCase) async throws {
            let server = try ScriptedServer(answering: "HTTP/1.1 400 Bad Request\r\n\r\n")
            defer { server.stop() }
            try await expect(.serverUnreachable, "https://127.0.0.1:\(server.port)/", transport)
        }

        @Test(arguments: TransportCase.all)
        func aServerThatSpeaksOnlyTLSDoesNotRespond(_ transport: TransportCase) async throws {
            let server = try await UntrustedServer()
            defer { server.stop() }
            try await expect(.serverNotResponding, "http://127.0.0.1:\(server.port)/", transport)
        }

        /// What a server does in place of a response.
        enum Answer: String, CaseIterable, Sendable {
            case close, reset, garbage, binary, emptyLines, otherProtocol, wrongVersion, noStatus, cutStatus, cutHead
            case resetWithinHead, onlyInterim, otherProtocolAgreed, badLength

            fileprivate func run(_ connection: ScriptedConnection) {
                switch self {
                case .close, .reset: break
                case .garbage: connection.send("garbage\r\n\r\n")
                case .binary: connection.send([UInt8](0...255))
                case .emptyLines: connection.send("\r\n\r\n\r\n")
                case .otherProtocol: connection.send("220 mail.example.com ESMTP\r\n")
                case .wrongVersion: connection.send("HTTP/7.3 200 OK\r\nContent-Length: 0\r\n\r\n")
                case .noStatus: connection.send("HTTP/1.1 OK\r\nContent-Length: 0\r\n\r\n")
                case .cutStatus: connection.send("HTTP/1.1 2")
                // A head that ends before it names a length ends a process that uses `URLSession` on Linux.
                case .cutHead: connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-")
                case .onlyInterim: connection.send("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n")
                case .otherProtocolAgreed: connection.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n")
                case .badLength: connection.send("HTTP/1.1 200 OK\r\nContent-Length: -4\r\n\r\nfour")
                case .resetWithinHead: connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nX-")
                }
                self == .reset || self == .resetWithinHead ? connection.reset() : connection.close()
            }
        }

        @Test(arguments: TransportCase.all, Answer.allCases)
        func whatIsNoHTTPResponseIsNone(_ transport: TransportCase, _ answer: Answer) async throws {
            let server = try ScriptedServer { _, connection in answer.run(connection) }
            defer { server.stop() }
            try await expect(.serverNotResponding, server.url().absoluteString, transport)
        }
    }
}
