import EndpointController
import Foundation

/// Checks that errors distinguish a server that cannot be reached from a server that sends no valid response.
enum FailureChecks {
    static let all: [ComplianceCheck] =
        [
            ComplianceCheck(.failures, "a refused port is unreachable", reportsARefusedPortAsUnreachable),
            ComplianceCheck(.failures, "an unknown host is unreachable", reportsAnUnknownHostAsUnreachable),
            ComplianceCheck(.failures, "a server without TLS is unreachable", reportsAServerWithoutTLSAsUnreachable),
        ]
        + Answer.allCases.map { answer in
            ComplianceCheck(.failures, "an answer that is not a valid HTTP response is an error: \(answer.rawValue)") {
                let server = try $0.server { _, connection in answer.run(connection) }
                try await expect(.serverNotResponding, server.url().absoluteString, $0)
            }
        }

    private static func expect(_ kind: EndpointErrorKind, _ url: String, _ trial: Trial) async throws {
        let controller = trial.controller(for: try Expect.some("a URL", URL(string: url)))
        for method in [HTTPMethod.get, .post] {
            let subject = "\(method) of \(url)"
            let error = try await Expect.failure(kind, subject) { try await controller.load(Probe(method)) }
            try Expect.that("no response to \(subject)", error.response == nil, found: error)
        }
    }

    private static func reportsARefusedPortAsUnreachable(_ trial: Trial) async throws {
        try await expect(.serverUnreachable, "http://127.0.0.1:\(try ScriptedServer.refusedPort())/", trial)
    }

    // A name in `.invalid` never exists (RFC 6761, section 6.4).
    private static func reportsAnUnknownHostAsUnreachable(_ trial: Trial) async throws {
        for url in ["http://nohost.invalid/", "https://nohost.invalid/"] {
            try await expect(.serverUnreachable, url, trial)
        }
    }

    private static func reportsAServerWithoutTLSAsUnreachable(_ trial: Trial) async throws {
        let server = try trial.server(answering: "HTTP/1.1 400 Bad Request\r\n\r\n")
        try await expect(.serverUnreachable, "https://127.0.0.1:\(server.port)/", trial)
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
