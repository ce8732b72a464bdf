import EndpointController
import Foundation
import EndpointTesting
import Testing

extension Promises {
    /// Cancelling ends a call at once, with one outcome, whenever it comes.
    @Suite struct CancellationTests {
        typealias Outcome = Result<Data, LoadError>

        private func outcome(of endpoint: Probe, _ controller: Controller) async -> Outcome {
            do throws(LoadError) {
                return .success(try await controller.load(endpoint))
            } catch {
                return .failure(error)
            }
        }

        private func expectCancelled(_ outcome: Outcome, sourceLocation: SourceLocation = #_sourceLocation) {
            guard case .failure(.cancelled) = outcome else {
                Issue.record("\(outcome)", sourceLocation: sourceLocation)
                return
            }
        }

        @Test(arguments: TransportCase.all, [HTTPMethod.get, .post])
        func beforeItIsSent(_ transport: TransportCase, _ method: HTTPMethod) async throws {
            let server = try ScriptedServer { _, connection in connection.respond() }
            defer { server.stop() }
            let controller = transport.controller(for: server)
            let isCancelled = Signal()
            let load = Task {
                await Task { await isCancelled.wait() }.value
                return await outcome(of: Probe(method), controller)
            }
            load.cancel()
            isCancelled.send()
            expectCancelled(await load.value)
            #expect(server.requests.isEmpty)
        }

        /// How far a response has come when the call is cancelled.
        enum Moment: String, CaseIterable, Sendable {
            case beforeTheHead, withinTheHead, beforeTheBody, withinTheBody, withinABodyWithoutEnd, withinARedirect
        }

        @Test(arguments: TransportCase.all, Moment.allCases)
        func whileItIsUnderWay(_ transport: TransportCase, _ moment: Moment) async throws {
            for method in [HTTPMethod.get, .post] {
                let arrived = Signal()
                let server = try ScriptedServer { _, connection in
                    let head = "HTTP/1.1 200 OK\r\nContent-Length: 9000000\r\n"
                    switch moment {
                    case .beforeTheHead: break
                    case .withinTheHead: connection.send(head + "Content-Ty")
                    case .beforeTheBody: connection.send(head + "\r\n")
                    case .withinTheBody: connection.send(head + "\r\nfour")
                    case .withinABodyWithoutEnd: connection.send("HTTP/1.1 200 OK\r\n\r\n")
                    case .withinARedirect:
                        connection.send("HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 9\r\n\r\n")
                    }
                    arrived.send()
                    while moment == .withinABodyWithoutEnd, connection.send([UInt8](repeating: 0, count: 65_536)) {}
                    connection.waitForEnd()
                }
                defer { server.stop() }
                let controller = transport.controller(for: server)
                let load = Task { await outcome(of: Probe(method), controller) }
                await arrived.wait()
                load.cancel()
                expectCancelled(await load.value)
                #expect(server.requests.count == 1)
            }
        }

        @Test(arguments: TransportCase.all)
        func afterItHasEnded(_ transport: TransportCase) async throws {
            let server = try ScriptedServer { _, connection in connection.respond(body: "done") }
            defer { server.stop() }
            let controller = transport.controller(for: server)
            let load = Task { await outcome(of: Probe(), controller) }
            #expect(try await load.value.get() == Data("done".utf8))
            load.cancel()
            #expect(try await load.value.get() == Data("done".utf8))
            // And the next one is no worse for it.
            #expect(try await controller.load(Probe()) == Data("done".utf8))
        }

        @Test(arguments: TransportCase.all)
        func aTaskTakesItsCallsAlong(_ transport: TransportCase) async throws {
            let arrived = Signal()
            let server = try ScriptedServer { _, connection in
                arrived.send()
                connection.waitForEnd()
            }
            defer { server.stop() }
            let controller = transport.controller(for: server)
            let parent = Task {
                await withTaskGroup(of: Outcome.self) { group in
                    for number in 0..<16 {
                        group.addTask { await outcome(of: Probe(.get, "\(number)"), controller) }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
            }
            await arrived.wait()
            parent.cancel()
            let outcomes = await parent.value
            #expect(outcomes.count == 16)
            for outcome in outcomes { expectCancelled(outcome) }
        }

        @Test(.timeLimit(.minutes(1)), arguments: TransportCase.all)
        func aResponseThatNobodyReadsIsNotFetched(_ transport: TransportCase) async throws {
            let ended = Signal()
            let server = try ScriptedServer { _, connection in
                connection.send("HTTP/1.1 200 OK\r\n\r\n")
                // Not as fast as it can: a session that is flooded takes its time to cancel.
                while connection.send([UInt8](repeating: 0, count: 65_536)) { Thread.sleep(forTimeInterval: 0.001) }
                ended.send()
            }
            defer { server.stop() }
            // The response is dropped on the spot.
            #expect(try await transport.transport.send(URLRequest(url: server.url())).head.statusCode == 200)
            await ended.wait()
        }

        @Test(.timeLimit(.minutes(1)), arguments: TransportCase.all)
        func aRedirectWithoutEndIsNotFetchedForEver(_ transport: TransportCase) async throws {
            let ended = Signal()
            let server = try ScriptedServer { _, connection in
                connection.send("HTTP/1.1 302 Found\r\nLocation: /again\r\nTransfer-Encoding: chunked\r\n\r\n")
                while connection.send("1\r\nx\r\n") { Thread.sleep(forTimeInterval: 0.05) }
                ended.send()
            }
            defer { server.stop() }
            let rules = EndpointRules(timeout: .milliseconds(100))
            let error = try await #require(throws: LoadError.self) {
                try await transport.controller(for: server, rules: rules).load(Probe())
            }
            #expect(error.kind == .timedOut)
            await ended.wait()
        }
    }
}
