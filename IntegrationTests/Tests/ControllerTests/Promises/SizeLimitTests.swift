import EndpointController
import Foundation
import EndpointTesting
import Testing

extension Promises {
    /// A body over the limit is cut off, however it comes, and never fills memory.
    @Suite struct SizeLimitTests {
        private static let limit = 1_048_576

        /// A body without end, as it goes over the wire.
        enum Endless: String, CaseIterable, Sendable {
            case plain, chunked, announced, gzip

            fileprivate func run(_ status: String, _ connection: ScriptedConnection) {
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
                // Not as fast as it can, because what waits to be decompressed keeps the next call waiting.
                while connection.send(part) { if self == .gzip { Thread.sleep(forTimeInterval: 0.001) } }
            }
        }

        @Test(arguments: TransportCase.all, Endless.allCases)
        func aBodyWithoutEndIsCutOff(_ transport: TransportCase, _ endless: Endless) async throws {
            for (status, method) in [("200 OK", HTTPMethod.get), ("200 OK", .post), ("500 Oh", .get)] {
                let server = try ScriptedServer { _, connection in endless.run(status, connection) }
                defer { server.stop() }
                let rules = EndpointRules(timeout: .seconds(20), responseSizeLimit: Self.limit)
                let controller = transport.controller(for: server, rules: rules)
                let before = try Memory.resetPeak()
                let error = try await #require(throws: LoadError.self) { try await controller.load(Probe(method)) }
                guard case .responseTooLarge(let response, let limit) = error else {
                    Issue.record("\(error)")
                    return
                }
                #expect(limit == Self.limit)
                #expect(response.statusCode == Int(status.prefix(3)))
                #expect(response.body.count == Self.limit)
                let growth = try Memory.peak() - before
                #expect(growth < Memory.allowance, "\(growth) bytes")
            }
        }

        @Test(arguments: TransportCase.all)
        func itIsCountedAfterDecompression(_ transport: TransportCase) async throws {
            // A hundredth of the limit on the wire.
            let bytes = Array(GzipBomb.part.prefix(Self.limit / 100))
            let server = try ScriptedServer { _, connection in
                connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n")
                connection.send(GzipBomb.start + bytes)
                connection.waitForEnd()
            }
            defer { server.stop() }
            let rules = EndpointRules(timeout: .seconds(20), responseSizeLimit: Self.limit)
            let controller = transport.controller(for: server, rules: rules)
            let error = try await #require(throws: LoadError.self) { try await controller.load(Probe()) }
            #expect(error.kind == .responseTooLarge, "\(error)")
            #expect(error.response?.body.count == Self.limit)
        }

        @Test(arguments: TransportCase.all, [0, 1, 65_536, 1_000_000])
        func aBodyOfJustTheLimitIsNotTooLarge(_ transport: TransportCase, _ limit: Int) async throws {
            let server = try ScriptedServer { request, connection in
                connection.respond(body: String(repeating: "x", count: Int(request.target.dropFirst()) ?? 0))
            }
            defer { server.stop() }
            let rules = EndpointRules(timeout: .seconds(20), responseSizeLimit: limit)
            let controller = transport.controller(for: server, rules: rules)
            #expect(try await controller.load(Probe(.get, "\(limit)")).count == limit)
            let error = try await #require(throws: LoadError.self) {
                try await controller.load(Probe(.get, "\(limit + 1)"))
            }
            #expect(error.kind == .responseTooLarge, "\(error)")
        }

        private struct Modest: BaseURLEndpointType, MethodProviderType, ResponseSizeLimitProviderType {
            var method: HTTPMethod { .get }
            var responseSizeLimit: Int? { 3 }
        }

        @Test(arguments: TransportCase.all)
        func theLimitMayBeTheEndpointsOwn(_ transport: TransportCase) async throws {
            let server = try ScriptedServer { _, connection in connection.respond(body: "four") }
            defer { server.stop() }
            let controller = transport.controller(for: server)
            let error = try await #require(throws: LoadError.self) { try await controller.response(for: Modest()) }
            #expect(error.kind == .responseTooLarge, "\(error)")
            #expect(error.response?.body == Data("fou".utf8))
        }
    }
}

/// Zeros without end, compressed as far as fixed codes go (RFC 1951, section 3.2.6): 159 to 1.
private enum GzipBomb {
    /// The header of the file (RFC 1952, section 2.3) and a block that begins with a zero and a match.
    static let start: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + bytes(of: [0, 1, 0] + zero + matches(1))

    /// Matches that go on from there.
    static let part = [[UInt8]](repeating: bytes(of: matches(8)), count: 1_000).flatMap { $0 }

    private static let zero: [UInt8] = [0, 0, 1, 1, 0, 0, 0, 0]
    /// Again what came last, 258 times.
    private static let match: [UInt8] = [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0]

    private static func matches(_ count: Int) -> [UInt8] {
        [[UInt8]](repeating: match, count: count).flatMap { $0 }
    }

    private static func bytes(of bits: [UInt8]) -> [UInt8] {
        stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<min(start + 8, bits.count)].enumerated().reduce(0) { $0 | $1.element << UInt8($1.offset) }
        }
    }
}
