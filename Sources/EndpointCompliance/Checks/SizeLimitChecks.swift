import EndpointTransports
import Foundation

/// Checks that a caller can cut off a body without end, however it is sent, before it fills memory.
enum SizeLimitChecks {
    static let all: [ComplianceCheck] =
        Endless.allCases.map { endless in
            ComplianceCheck(.sizeLimits, "a body without end is cut off: \(endless.rawValue)") {
                try await cutsOffAnEndlessBody($0, endless)
            }
        }

    private static let limit = 1_048_576

    /// The form in which an endless body is sent.
    private enum Endless: String, CaseIterable {
        case plain, chunked, announced, gzip

        /// The start of a gzip body (RFC 1952), in which each further byte that is zero stands for 1,032 zeros.
        private static let gzipStart: [UInt8] = [
            31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 237, 193, 1, 1, 0, 0, 0, 130, 32, 255, 175, 110, 72, 64, 1,
        ]

        func run(_ status: String, _ connection: ScriptedConnection) {
            let head = "HTTP/1.1 \(status)\r\nContent-Type: text/plain\r\n"
            var part = [UInt8](repeating: UInt8(ascii: "x"), count: 65_536)
            switch self {
            case .plain: connection.send(head + "\r\n")
            case .chunked:
                connection.send(head + "Transfer-Encoding: chunked\r\n\r\n")
                part = Array("10000\r\n".utf8) + part + Array("\r\n".utf8)
            case .announced: connection.send(head + "Content-Length: 9000000000000\r\n\r\n")
            case .gzip:
                connection.send(head + "Content-Encoding: gzip\r\n\r\n")
                connection.send(Self.gzipStart)
                part = [UInt8](repeating: 0, count: 200)
            }
            // Send gzip slowly: what waits for a busy reader is decompressed at once, a thousand times as long.
            while connection.send(part) { if self == .gzip { Thread.sleep(forTimeInterval: 0.001) } }
        }
    }

    private static func cutsOffAnEndlessBody(_ trial: Trial, _ endless: Endless) async throws {
        for (status, method) in [("200 OK", HTTPMethod.get), ("200 OK", .post), ("500 Oh", .get)] {
            let server = try trial.server { _, connection in endless.run(status, connection) }
            let subject = "\(method) with \(status)"
            let count = try await Memory.expectLittle(subject) {
                var count = 0
                for try await chunk in try await trial.send(Probe(method), to: server).body {
                    count += chunk.count
                    if count > limit { break }
                }
                return count
            }
            try Expect.that("more than \(limit) bytes of \(subject)", count > limit, found: count)
            server.stop()
        }
    }
}
