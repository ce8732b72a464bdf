import EndpointCompliance
import EndpointController
import Foundation
import Testing
import Transports

extension PromiseTests {
    /// A body over the limit is cut off, however it is sent.
    @Suite struct SizeLimitTests {
        private func controller(_ server: ScriptedServer, _ limit: Int, _ transport: CheckedTransport) -> Controller {
            transport.controller(
                for: server, rules: EndpointRules(timeout: .seconds(20), responseSizeLimit: limit))
        }

        @Test(
            "Cuts off a body without end", arguments: transports,
            ["", "Transfer-Encoding: chunked\r\n", "Content-Length: 9000000000000\r\n"])
        func endlessBody(_ transport: CheckedTransport, _ field: String) async throws {
            let limit = 1_048_576
            for (status, method) in [("200 OK", HTTPMethod.get), ("200 OK", .post), ("500 Oh", .get)] {
                let server = try ScriptedServer { _, connection in
                    connection.send("HTTP/1.1 \(status)\r\n\(field)\r\n")
                    var part = [UInt8](repeating: UInt8(ascii: "x"), count: 65_536)
                    if field.contains("chunked") { part = Array("10000\r\n".utf8) + part + Array("\r\n".utf8) }
                    while connection.send(part) {}
                }
                defer { server.stop() }
                let error = await expectFailure(.responseTooLarge, "\(method) with \(status)") {
                    try await controller(server, limit, transport).load(Probe(method))
                }
                if case .responseTooLarge(_, let said) = error { #expect(said == limit) }
                #expect(error?.response?.statusCode == Int(status.prefix(3)))
                #expect(error?.response?.body.count == limit)
            }
        }

        @Test("Counts the bytes of a body after decompression", arguments: transports)
        func gzip(_ transport: CheckedTransport) async throws {
            // The text "xxx…", 1,000 times "x", in 29 bytes of gzip.
            let coded: [UInt8] = [
                31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 171, 168, 24, 5, 163, 96, 20, 12, 119, 0, 0, 230, 201, 65, 59, 232, 3,
                0, 0,
            ]
            let server = try ScriptedServer { _, connection in
                connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(coded.count)\r\n\r\n")
                connection.send(coded)
            }
            defer { server.stop() }
            #expect(try await controller(server, 1_000, transport).load(Probe()).count == 1_000)
            let error = await expectFailure(.responseTooLarge) {
                try await controller(server, 999, transport).load(Probe())
            }
            #expect(error?.response?.body.count == 999)
        }

        @Test("Accepts a body of exactly the limit, but not a byte more", arguments: transports)
        func exactLimit(_ transport: CheckedTransport) async throws {
            let server = try ScriptedServer { request, connection in
                connection.respond(body: String(repeating: "x", count: Int(request.target.dropFirst()) ?? 0))
            }
            defer { server.stop() }
            for limit in [0, 1, 65_536, 1_000_000] {
                let controller = controller(server, limit, transport)
                #expect(try await controller.load(Probe(.get, "\(limit)")).count == limit)
                await expectFailure(.responseTooLarge, "a byte more than \(limit)") {
                    try await controller.load(Probe(.get, "\(limit + 1)"))
                }
            }
        }

        @Test("Cuts off a body that stalls just over the limit", arguments: transports, [0, 10, 65_535, 100_000])
        func stall(_ transport: CheckedTransport, _ limit: Int) async throws {
            let server = try ScriptedServer { _, connection in
                // With `nosniff`, Apple's `URLSession` does not wait for 512 bytes.
                connection.send("HTTP/1.1 200 OK\r\nX-Content-Type-Options: nosniff\r\n")
                connection.send("Content-Length: 1000000\r\n\r\n")
                connection.send([UInt8](repeating: UInt8(ascii: "x"), count: limit + 1))
                connection.waitForEnd()
            }
            defer { server.stop() }
            await expectFailure(.responseTooLarge) { try await controller(server, limit, transport).load(Probe()) }
        }

        private struct Modest: BaseURLEndpointType, MethodProviderType, RulesProviderType {
            var method: HTTPMethod { .get }
            var rules: EndpointRules { EndpointRules(responseSizeLimit: 3) }
        }

        @Test("Applies the size limit of an endpoint", arguments: transports)
        func endpoint(_ transport: CheckedTransport) async throws {
            let server = try ScriptedServer { _, connection in connection.respond(body: "four") }
            defer { server.stop() }
            let error = await expectFailure(.responseTooLarge) {
                try await transport.controller(for: server).load(Modest().parsed(by: .response))
            }
            #expect(error?.response?.body == Data("fou".utf8))
        }
    }
}
