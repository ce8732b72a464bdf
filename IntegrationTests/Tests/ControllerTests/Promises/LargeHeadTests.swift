import EndpointController
import Foundation
import EndpointTesting
import Testing

extension Promises {
    /// A head may be large, but not without end.
    @Suite struct LargeHeadTests {
        @Test(arguments: TransportCase.all)
        func all300HeaderFieldsArrive(_ transport: TransportCase) async throws {
            let server = try ScriptedServer { _, connection in
                connection.respond("200 OK", (0..<300).map { "X-Field-\($0): value \($0)" }, body: "here")
            }
            defer { server.stop() }
            let response = try await transport.controller(for: server).response(for: Probe())
            for number in 0..<300 { #expect(response.headerField("x-field-\(number)") == "value \(number)") }
            #expect(response.body == Data("here".utf8))
        }

        @Test(arguments: TransportCase.all)
        func aFieldThatComes300TimesIsAList(_ transport: TransportCase) async throws {
            let server = try ScriptedServer { _, connection in
                connection.respond("200 OK", (0..<300).map { "X-Field: \($0)" })
            }
            defer { server.stop() }
            let response = try await transport.controller(for: server).response(for: Probe())
            let values = response.headerField("X-Field")?.split(separator: ",").map { $0.filter(\.isNumber) }
            #expect(values == (0..<300).map { "\($0)" })
        }

        @Test(arguments: TransportCase.all)
        func aLongFieldArrivesWhole(_ transport: TransportCase) async throws {
            let server = try ScriptedServer { _, connection in
                connection.respond("200 OK", ["X-Field: " + String(repeating: "x", count: 60_000)])
            }
            defer { server.stop() }
            let response = try await transport.controller(for: server).response(for: Probe())
            #expect(response.headerField("X-Field")?.count == 60_000)
        }

        @Test(arguments: TransportCase.all)
        func all300FieldsOfARequestArrive(_ transport: TransportCase) async throws {
            let server = try ScriptedServer { _, connection in connection.respond() }
            defer { server.stop() }
            let fields = Dictionary(uniqueKeysWithValues: (0..<300).map { ("X-Field-\($0)", "value \($0)") })
            _ = try await transport.controller(for: server).load(Probe(headerFields: fields))
            let arrived = try #require(server.requests.first)
            for (name, value) in fields { #expect(arrived.field(name) == value) }
        }

        @Test(arguments: TransportCase.all, ["X-Field: value\r\n", "x"])
        func aHeadWithoutEndIsAnError(_ transport: TransportCase, _ part: String) async throws {
            let server = try ScriptedServer { _, connection in
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n")
                while connection.send(String(repeating: part, count: 1_000)) {}
            }
            defer { server.stop() }
            let before = try Memory.resetPeak()
            let controller = transport.controller(for: server)
            let error = try await #require(throws: LoadError.self) { try await controller.load(Probe()) }
            #expect(error.kind == .serverNotResponding, "\(error)")
            let growth = try Memory.peak() - before
            #expect(growth < Memory.allowance, "\(growth) bytes")
        }
    }
}
