import EndpointTransports
import Foundation

/// Checks that errors distinguish a server that cannot be reached from a server that sends no valid response.
enum FailureChecks {
    static let all: [ComplianceCheck] =
        [
            ComplianceCheck(.failures, "a refused port is unreachable") {
                try await expect(.unreachable, "http://127.0.0.1:\(try ScriptedServer.refusedPort())/", $0)
            },
            // A name in `.invalid` never exists (RFC 6761, section 6.4).
            ComplianceCheck(.failures, "an unknown host is unreachable") {
                for scheme in ["http", "https"] { try await expect(.unreachable, "\(scheme)://nohost.invalid/", $0) }
            },
            ComplianceCheck(.failures, "a server without TLS is unreachable") {
                let server = try $0.server(answering: "HTTP/1.1 400 Bad Request\r\n\r\n")
                try await expect(.unreachable, "https://127.0.0.1:\(server.port)/", $0)
            },
        ]
        + Answer.allCases.map { answer in
            ComplianceCheck(.failures, "an answer that is not a valid HTTP response is an error: \(answer.rawValue)") {
                let server = try $0.server { _, connection in answer.run(connection) }
                try await expect(.notResponding, server.url().absoluteString, $0)
            }
        }

    private static func expect(_ kind: EndpointTransportError.Kind, _ url: String, _ trial: Trial) async throws {
        let url = try Expect.some("a URL", URL(string: url))
        for method in [HTTPMethod.get, .post] {
            try await Expect.failure(kind, "\(method) of \(url)") {
                try await trial.transport.send(
                    try Probe(method).request(baseURL: url), context: EndpointTransportContext())
            }
        }
    }

    /// An action that a server takes instead of sending a valid response.
    private enum Answer: String, CaseIterable {
        case close, reset, garbage, binary
        case emptyLines = "empty lines"
        case otherProtocol = "another protocol"
        case wrongVersion = "an invalid version"
        case noStatus = "no status"
        case cutStatus = "a cut status line"
        case cutHead = "a cut head"
        case resetWithinHead = "a reset within the head"
        case onlyInterim = "only an interim response"
        case otherProtocolAgreed = "101, and an open connection"
        case badLength = "a negative length"

        func run(_ connection: ScriptedConnection) {
            switch self {
            case .close, .reset: break
            case .garbage: connection.send("garbage\r\n\r\n")
            case .binary: connection.send([UInt8](0...255))
            case .emptyLines: connection.send("\r\n\r\n\r\n")
            case .otherProtocol: connection.send("220 mail.example.com ESMTP\r\n")
            case .wrongVersion: connection.send("HTTP/7.3 200 OK\r\nContent-Length: 0\r\n\r\n")
            case .noStatus: connection.send("HTTP/1.1 OK\r\nContent-Length: 0\r\n\r\n")
            case .cutStatus: connection.send("HTTP/1.1 2")
            // On Linux, `URLSession` may terminate the process if a head ends before its `Content-Length`.
            case .cutHead: connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-")
            case .onlyInterim: connection.send("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n")
            case .otherProtocolAgreed:
                connection.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n")
                connection.waitForEnd()
            case .badLength: connection.send("HTTP/1.1 200 OK\r\nContent-Length: -4\r\n\r\nfour")
            case .resetWithinHead: connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nX-")
            }
            self == .reset || self == .resetWithinHead ? connection.reset() : connection.close()
        }
    }
}
