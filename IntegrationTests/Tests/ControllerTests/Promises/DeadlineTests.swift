import EndpointController
import Foundation
import EndpointTesting
import Testing

extension Promises {
    /// A call that takes too long ends within 100 ms of its time, whatever the server does.
    @Suite struct DeadlineTests {
        private static let late = Duration.milliseconds(100)

        /// Expects that a call times out, neither early nor late.
        private func expectTimeout(
            after timeout: Duration,
            sourceLocation: SourceLocation = #_sourceLocation,
            _ call: () async throws(LoadError) -> some Sendable
        ) async {
            _ = StallMeter.shared
            let clock = ContinuousClock()
            let start = clock.now
            do throws(LoadError) {
                _ = try await call()
                Issue.record("no error", sourceLocation: sourceLocation)
            } catch {
                let time = clock.now - start
                let allowance = Self.late + StallMeter.shared.stall(since: start + timeout)
                #expect(error.kind == .timedOut, "\(error)", sourceLocation: sourceLocation)
                #expect(time >= timeout, sourceLocation: sourceLocation)
                #expect(time < timeout + allowance, sourceLocation: sourceLocation)
            }
        }

        /// What a server does until the client goes away.
        enum Delay: String, CaseIterable, Sendable {
            case beforeTheHead, withinTheHead, beforeTheBody, withinTheBody, withinAChunk, byteByByte

            fileprivate func run(_ connection: ScriptedConnection) {
                let head = "HTTP/1.1 200 OK\r\n"
                switch self {
                case .beforeTheHead: break
                case .withinTheHead: connection.send(head + "Content-Length: 9\r\nContent-Ty")
                case .beforeTheBody: connection.send(head + "Content-Length: 9\r\n\r\n")
                case .withinTheBody: connection.send(head + "Content-Length: 9\r\n\r\nfour")
                case .withinAChunk: connection.send(head + "Transfer-Encoding: chunked\r\n\r\n9\r\nfour")
                case .byteByByte:
                    connection.send(head + "Content-Length: 1000000\r\n\r\n")
                    while connection.send("x") { Thread.sleep(forTimeInterval: 0.01) }
                }
                connection.waitForEnd()
            }
        }

        @Test(arguments: TransportCase.all, Delay.allCases)
        func whereverTheServerStops(_ transport: TransportCase, _ delay: Delay) async throws {
            for method in [HTTPMethod.get, .post] {
                let server = try ScriptedServer { _, connection in delay.run(connection) }
                defer { server.stop() }
                let timeout = Duration.milliseconds(100)
                let controller = transport.controller(for: server, rules: EndpointRules(timeout: timeout))
                await expectTimeout(after: timeout) { () throws(LoadError) in try await controller.load(Probe(method)) }
            }
        }

        @Test(arguments: TransportCase.all, [0, 1, 50, 333, 900, 1_100].map { Duration.milliseconds($0) })
        func whateverFractionOfASecondItIs(_ transport: TransportCase, _ timeout: Duration) async throws {
            let server = try ScriptedServer { _, connection in connection.waitForEnd() }
            defer { server.stop() }
            let controller = transport.controller(for: server, rules: EndpointRules(timeout: timeout))
            await expectTimeout(after: timeout) { () throws(LoadError) in try await controller.load(Probe()) }
        }

        @Test(arguments: TransportCase.all, [HTTPMethod.get, .post])
        func onAConnectionThatWasUsedBefore(_ transport: TransportCase, _ method: HTTPMethod) async throws {
            let server = try ScriptedServer { request, connection in
                if request.target == "/first" { return connection.respond(body: "first") }
                // Closed late and without a response.
                Thread.sleep(forTimeInterval: 1)
                connection.close()
            }
            defer { server.stop() }
            let timeout = Duration.milliseconds(300)
            let controller = transport.controller(for: server, rules: EndpointRules(timeout: timeout))
            _ = try await controller.load(Probe(.get, "first"))
            await expectTimeout(after: timeout) { () throws(LoadError) in
                try await controller.load(Probe(method, "second"))
            }
        }

        @Test(arguments: TransportCase.all)
        func whileTheServerReadsNothing(_ transport: TransportCase) async throws {
            let server = try ScriptedServer(readingBodies: false) { _, connection in connection.waitToBeStopped() }
            defer { server.stop() }
            let timeout = Duration.milliseconds(300)
            let controller = transport.controller(for: server, rules: EndpointRules(timeout: timeout))
            let body = HTTPBody.data(Data(count: 20_000_000))
            await expectTimeout(after: timeout) { () throws(LoadError) in
                try await controller.load(Probe(.post, body: body))
            }
        }

        @Test(arguments: TransportCase.all)
        func overAllRedirectsTogether(_ transport: TransportCase) async throws {
            let server = try ScriptedServer { _, connection in
                Thread.sleep(forTimeInterval: 0.05)
                connection.respond("302 Found", ["Location: /again"])
            }
            defer { server.stop() }
            let timeout = Duration.milliseconds(300)
            let controller = transport.controller(for: server, rules: EndpointRules(timeout: timeout))
            await expectTimeout(after: timeout) { () throws(LoadError) in try await controller.load(Probe()) }
            #expect(server.requests.count > 1)
        }

        @Test(arguments: TransportCase.all)
        func whileARedirectHasABodyWithoutEnd(_ transport: TransportCase) async throws {
            let server = try ScriptedServer { _, connection in
                connection.send("HTTP/1.1 302 Found\r\nLocation: /again\r\nTransfer-Encoding: chunked\r\n\r\n")
                while connection.send("1\r\nx\r\n") { Thread.sleep(forTimeInterval: 0.01) }
            }
            defer { server.stop() }
            let timeout = Duration.milliseconds(300)
            let controller = transport.controller(for: server, rules: EndpointRules(timeout: timeout))
            await expectTimeout(after: timeout) { () throws(LoadError) in try await controller.load(Probe()) }
        }

        /// A step that neither goes on nor ends when it is cancelled, and holds up who cancels it.
        private struct Stubborn: EndpointMiddleware {
            let end: Signal

            func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
                await withTaskCancellationHandler {
                    await Task { await end.wait() }.value
                } onCancel: {
                    Thread.sleep(forTimeInterval: 0.5)
                }
                return try await next(request)
            }
        }

        @Test(arguments: TransportCase.all)
        func whileMiddlewareDoesNotCare(_ transport: TransportCase) async throws {
            let server = try ScriptedServer { _, connection in connection.respond() }
            defer { server.stop() }
            let end = Signal()
            defer { end.send() }
            let timeout = Duration.milliseconds(200)
            let controller = transport.controller(
                for: server, middleware: [Stubborn(end: end)], rules: EndpointRules(timeout: timeout))
            await expectTimeout(after: timeout) { () throws(LoadError) in try await controller.load(Probe()) }
            #expect(server.requests.isEmpty)
        }

        private struct Hasty: BaseURLEndpointType, MethodProviderType, TimeoutProviderType {
            var method: HTTPMethod { .get }
            var timeout: Duration? { .milliseconds(150) }
        }

        @Test(arguments: TransportCase.all)
        func thatTheEndpointItselfSets(_ transport: TransportCase) async throws {
            let server = try ScriptedServer { _, connection in connection.waitForEnd() }
            defer { server.stop() }
            let controller = transport.controller(for: server)
            await expectTimeout(after: .milliseconds(150)) { () throws(LoadError) in
                try await controller.response(for: Hasty())
            }
        }

        @Test(arguments: TransportCase.all)
        func ofManyCallsAtOnce(_ transport: TransportCase) async throws {
            let server = try ScriptedServer { _, connection in connection.waitForEnd() }
            defer { server.stop() }
            let timeout = Duration.milliseconds(300)
            let controller = transport.controller(for: server, rules: EndpointRules(timeout: timeout))
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<32 {
                    group.addTask {
                        await expectTimeout(after: timeout) { () throws(LoadError) in
                            try await controller.load(Probe())
                        }
                    }
                }
            }
        }
    }
}
