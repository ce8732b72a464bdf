import EndpointController
import Foundation
import EndpointTesting
import Testing

extension Promises {
    /// A request that is not idempotent is on the wire once at most.
    @Suite struct SendOnceTests {
        /// How a server drops a request.
        enum Drop: String, CaseIterable, Sendable {
            case close, reset, closeWithinHead, closeLate
        }

        /// A server that answers `/first` and drops any other request, on whatever connection it comes.
        private func server(_ drop: Drop) throws -> ScriptedServer {
            try ScriptedServer { request, connection in
                if request.target == "/first" { return connection.respond(body: "first") }
                switch drop {
                case .close: connection.close()
                case .reset: connection.reset()
                case .closeWithinHead:
                    // A head that ends before it names a length ends a process that uses `URLSession` on Linux.
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\nContent-Ty")
                    connection.close()
                case .closeLate:
                    Thread.sleep(forTimeInterval: 0.2)
                    connection.close()
                }
            }
        }

        @Test(arguments: TransportCase.all, Drop.allCases)
        func alsoWhenAReusedConnectionIsClosed(_ transport: TransportCase, _ drop: Drop) async throws {
            for method in [HTTPMethod.post, .patch, "BREW"] {
                let server = try server(drop)
                defer { server.stop() }
                let controller = transport.controller(for: server)
                // So that there are connections to be reused.
                for _ in 0..<3 { _ = try await controller.load(Probe(.get, "first")) }
                _ = try await controller.load(Probe(method, "first", body: .text("x")))
                let error = try await #require(throws: LoadError.self) {
                    try await controller.load(Probe(method, "second", body: .text("the body")))
                }
                #expect(error.kind == .serverNotResponding, "\(error)")
                let arrived = server.requests.filter { $0.target == "/second" }
                #expect(arrived.map(\.method) == [method.rawValue])
                #expect(arrived.first?.body == Array("the body".utf8))
            }
        }

        @Test(arguments: TransportCase.all)
        func alsoWhenTheResponseBreaksOff(_ transport: TransportCase) async throws {
            let server = try ScriptedServer { _, connection in
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nfirst")
                connection.reset()
            }
            defer { server.stop() }
            let controller = transport.controller(for: server)
            await #expect(throws: LoadError.self) { try await controller.load(Probe(.post, body: .text("x"))) }
            #expect(server.requests.count == 1)
        }

        @Test(arguments: TransportCase.all)
        func aConnectionThatClosedUnnoticedDoesNotFailTheNextRequest(_ transport: TransportCase) async throws {
            // The server promises to keep the connection, and closes it.
            let server = try ScriptedServer { request, connection in
                connection.respond(body: request.method)
                connection.close()
            }
            defer { server.stop() }
            let controller = transport.controller(for: server)
            for method in [HTTPMethod.get, .post, .get, .put, .post, .delete, .patch] {
                let body: HTTPBody? = method == .get ? nil : .text("x")
                #expect(try await controller.load(Probe(method, body: body)) == Data(method.rawValue.utf8))
            }
            #expect(server.requests.map(\.method) == ["GET", "POST", "GET", "PUT", "POST", "DELETE", "PATCH"])
        }

        @Test(arguments: TransportCase.all, [HTTPMethod.put, .delete, "QUERY"])
        func whatMayBeSentAgainIsNeverSentInPart(_ transport: TransportCase, _ method: HTTPMethod) async throws {
            // Drops each request that does not come first on its connection.
            let server = try ScriptedServer { request, connection in
                guard connection.requestCount == 1 else { return connection.close() }
                connection.respond(body: String(decoding: request.body, as: UTF8.self))
            }
            defer { server.stop() }
            let controller = transport.controller(for: server)
            for _ in 0..<3 {
                _ = try await controller.load(Probe())
                let endpoint = Probe(method, body: .text("the whole body"))
                #expect(try await controller.load(endpoint) == Data("the whole body".utf8))
            }
        }

        @Test(arguments: TransportCase.all)
        func manyThatAreDroppedAtOnceArriveOnceEach(_ transport: TransportCase) async throws {
            let server = try server(.close)
            defer { server.stop() }
            let controller = transport.controller(for: server)
            await withTaskGroup(of: LoadError?.self) { group in
                for number in 0..<100 {
                    group.addTask {
                        do throws(LoadError) {
                            _ = try await controller.load(Probe(.get, "first"))
                            _ = try await controller.load(Probe(.post, "\(number)", body: .text("x")))
                            return nil
                        } catch {
                            return error
                        }
                    }
                }
                for await error in group { #expect(error?.kind == .serverNotResponding) }
            }
            let arrived = server.requests.map(\.target).filter { $0 != "/first" }
            #expect(arrived.sorted() == (0..<100).map { "/\($0)" }.sorted())
        }
    }
}
