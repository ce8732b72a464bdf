import EndpointController
import Foundation

/// Checks that a body over the limit is cut off, however it is sent, and never fills memory.
enum SizeLimitChecks {
    static let all: [ComplianceCheck] =
        Endless.allCases.map { endless in
            ComplianceCheck(.sizeLimits, "a body without end is cut off: \(endless.rawValue)") {
                try await cutsOffAnEndlessBody($0, endless)
            }
        } + [
            ComplianceCheck(.sizeLimits, "a body is counted after decompression", countsBytesAfterDecompression),
            ComplianceCheck(.sizeLimits, "a body of exactly the limit is not too large", acceptsABodyOfExactlyTheLimit),
            ComplianceCheck(
                .sizeLimits, "a body that stalls over the limit is too large", refusesABodyThatStallsOverTheLimit),
            ComplianceCheck(.sizeLimits, "the size limit of an endpoint applies", usesTheLimitOfTheEndpoint),
        ]

    private static let limit = 1_048_576

    /// The form in which an endless body is sent.
    private enum Endless: String, CaseIterable {
        case plain, chunked, announced, gzip

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
                connection.send(GzipBomb.start)
                part = GzipBomb.part
            }
            // Send gzip slowly, because data that waits for decompression delays the next call.
            while connection.send(part) { if self == .gzip { Thread.sleep(forTimeInterval: 0.001) } }
        }
    }

    private static func cutsOffAnEndlessBody(_ trial: Trial, _ endless: Endless) async throws {
        for (status, method) in [("200 OK", HTTPMethod.get), ("200 OK", .post), ("500 Oh", .get)] {
            let server = try trial.server { _, connection in endless.run(status, connection) }
            let rules = EndpointRules(timeout: .seconds(20), responseSizeLimit: limit)
            let controller = trial.controller(for: server, rules: rules)
            let subject = "\(method) with \(status)"
            let error = try await Memory.expectLittle(subject) {
                try await Expect.failure(.responseTooLarge, subject) { try await controller.load(Probe(method)) }
            }
            if case .responseTooLarge(_, let said) = error { try Expect.equal("the limit", said, limit) }
            try Expect.equal("the status", error.response?.statusCode, Int(status.prefix(3)))
            try Expect.equal("the bytes until then", error.response?.body.count, limit)
            server.stop()
        }
    }

    private static func countsBytesAfterDecompression(_ trial: Trial) async throws {
        // On the wire, the body takes only about a hundredth of the limit.
        let bytes = Array(GzipBomb.part.prefix(limit / 100))
        let server = try trial.server { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n")
            connection.send(GzipBomb.start + bytes)
            connection.waitForEnd()
        }
        let rules = EndpointRules(timeout: .seconds(20), responseSizeLimit: limit)
        let controller = trial.controller(for: server, rules: rules)
        let error = try await Expect.failure(.responseTooLarge) { try await controller.load(Probe()) }
        try Expect.equal("the bytes until then", error.response?.body.count, limit)
    }

    private static func acceptsABodyOfExactlyTheLimit(_ trial: Trial) async throws {
        for limit in [0, 1, 65_536, 1_000_000] {
            let server = try trial.server { request, connection in
                connection.respond(body: String(repeating: "x", count: Int(request.target.dropFirst()) ?? 0))
            }
            let rules = EndpointRules(timeout: .seconds(20), responseSizeLimit: limit)
            let controller = trial.controller(for: server, rules: rules)
            let payload = try await controller.load(Probe(.get, "\(limit)"))
            try Expect.equal("the length of the body", payload.count, limit)
            try await Expect.failure(.responseTooLarge, "a byte more than \(limit)") {
                try await controller.load(Probe(.get, "\(limit + 1)"))
            }
        }
    }

    private static func refusesABodyThatStallsOverTheLimit(_ trial: Trial) async throws {
        for limit in [0, 10, 65_535, 100_000] {
            let server = try trial.server { _, connection in
                // With `nosniff`, Apple's `URLSession` does not wait for 512 bytes.
                connection.send("HTTP/1.1 200 OK\r\nX-Content-Type-Options: nosniff\r\n")
                connection.send("Content-Length: 1000000\r\n\r\n")
                connection.send([UInt8](repeating: UInt8(ascii: "x"), count: limit + 1))
                connection.waitForEnd()
            }
            let rules = EndpointRules(timeout: .seconds(20), responseSizeLimit: limit)
            let controller = trial.controller(for: server, rules: rules)
            try await Expect.failure(.responseTooLarge, "a byte more than \(limit)") {
                try await controller.load(Probe())
            }
        }
    }

    private struct Modest: BaseURLEndpointType, MethodProviderType, RulesProviderType {
        var method: HTTPMethod { .get }
        var rules: EndpointRules { EndpointRules(responseSizeLimit: 3) }
    }

    private static func usesTheLimitOfTheEndpoint(_ trial: Trial) async throws {
        let server = try trial.server { _, connection in connection.respond(body: "four") }
        let controller = trial.controller(for: server)
        let error = try await Expect.failure(.responseTooLarge) {
            try await controller.load(Modest().parsed(by: .response))
        }
        try Expect.equal("the bytes until then", error.response?.body, Data("fou".utf8))
    }
}
