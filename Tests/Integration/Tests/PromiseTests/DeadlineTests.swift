import EndpointCompliance
import EndpointController
import EndpointStreaming
import Foundation
import Programs
import Testing
import Transports

extension PromiseTests {
    /// A load ends within 100 ms of its deadline, wherever it hangs; streams, uploads and downloads have an idle timeout.
    @Suite struct DeadlineTests {
        private func controller(
            _ server: ScriptedServer,
            _ milliseconds: Int,
            _ transport: CheckedTransport,
            middleware: [any EndpointMiddleware] = []
        ) -> Controller {
            let rules = EndpointRules(timeout: .milliseconds(milliseconds))
            return transport.controller(for: server, middleware: middleware, rules: rules)
        }

        @Test(
            "Ends a load in time when the server stops or is slow", arguments: transports,
            [
                "", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nContent-Ty",
                "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nfour",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nfour",
                "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n",
            ])
        func silence(_ transport: CheckedTransport, _ start: String) async throws {
            let server = try ScriptedServer { _, connection in
                connection.send(start)
                let isSlow = start.contains("1000000")
                while isSlow, connection.send("x") { Thread.sleep(forTimeInterval: 0.01) }
                connection.waitForEnd()
            }
            defer { server.stop() }
            let controller = controller(server, 100, transport)
            for method in [HTTPMethod.get, .post] {
                await expectTimeout(after: .milliseconds(100)) { try await controller.load(Probe(method)) }
            }
        }

        @Test(
            "Ends a load in time, to the fraction of a second", arguments: transports, [0, 1, 50, 333, 900, 1_100])
        func fraction(_ transport: CheckedTransport, _ milliseconds: Int) async throws {
            let server = try ScriptedServer { _, connection in connection.waitForEnd() }
            defer { server.stop() }
            let controller = controller(server, milliseconds, transport)
            await expectTimeout(after: .milliseconds(milliseconds)) { try await controller.load(Probe()) }
        }

        @Test("Ends a load on a reused connection in time", arguments: transports, [HTTPMethod.get, .post])
        func reusedConnection(_ transport: CheckedTransport, _ method: HTTPMethod) async throws {
            let server = try ScriptedServer { request, connection in
                if request.target == "/first" { return connection.respond(body: "first") }
                // Close after the deadline, without a response.
                Thread.sleep(forTimeInterval: 1)
                connection.close()
            }
            defer { server.stop() }
            let controller = controller(server, 300, transport)
            _ = try await controller.load(Probe(.get, "first"))
            await expectTimeout(after: .milliseconds(300)) { try await controller.load(Probe(method, "second")) }
        }

        @Test("Ends a load in time while the server reads nothing", arguments: transports)
        func unreadBody(_ transport: CheckedTransport) async throws {
            let server = try ScriptedServer(readingBodies: false) { _, connection in connection.waitToBeStopped() }
            defer { server.stop() }
            let controller = controller(server, 300, transport)
            let body = HTTPBody.data(Data(count: 20_000_000))
            await expectTimeout(after: .milliseconds(300)) { try await controller.load(Probe(.post, body: body)) }
        }

        @Test("Ends all redirects together in time", arguments: transports)
        func redirects(_ transport: CheckedTransport) async throws {
            let server = try ScriptedServer { _, connection in
                Thread.sleep(forTimeInterval: 0.05)
                connection.respond("302 Found", ["Location: /again"])
            }
            defer { server.stop() }
            let controller = controller(server, 300, transport)
            await expectTimeout(after: .milliseconds(300)) { try await controller.load(Probe()) }
            #expect(server.requests.count > 1)
        }

        private struct Sleeping: EndpointMiddleware {
            func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
                try await Task.sleep(for: .seconds(30))
                return try await next(request)
            }
        }

        @Test("Ends a load in time while middleware sleeps", arguments: transports)
        func middleware(_ transport: CheckedTransport) async throws {
            let server = try ScriptedServer { _, connection in connection.respond() }
            defer { server.stop() }
            let controller = controller(server, 200, transport, middleware: [Sleeping()])
            await expectTimeout(after: .milliseconds(200)) { try await controller.load(Probe()) }
            #expect(server.requests.isEmpty)
        }

        private struct Hasty: BaseURLEndpointType, MethodProviderType, RulesProviderType {
            var method: HTTPMethod { .get }
            var rules: EndpointRules { EndpointRules(timeout: .milliseconds(150)) }
        }

        @Test("Applies the timeout of an endpoint", arguments: transports)
        func endpoint(_ transport: CheckedTransport) async throws {
            let server = try ScriptedServer { _, connection in connection.waitForEnd() }
            defer { server.stop() }
            let controller = controller(server, 20_000, transport)
            await expectTimeout(after: .milliseconds(150)) { try await controller.load(Hasty().parsed(by: .response)) }
        }

        @Test("Ends many loads at once in time", arguments: transports)
        func manyLoads(_ transport: CheckedTransport) async throws {
            let server = try ScriptedServer { _, connection in connection.waitForEnd() }
            defer { server.stop() }
            let controller = controller(server, 300, transport)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<32 {
                    group.addTask {
                        await expectTimeout(after: .milliseconds(300)) { try await controller.load(Probe()) }
                    }
                }
            }
        }

        /// The beginning of a head; with `nosniff`, Apple's `URLSession` does not wait for 512 bytes.
        private static let head = "HTTP/1.1 200 OK\r\nX-Content-Type-Options: nosniff\r\n"

        @Test("Lets a stream take longer than its timeout while bytes arrive", arguments: transports)
        func slowStream(_ transport: CheckedTransport) async throws {
            try await expectInTime { factor in
                let server = try ScriptedServer { _, connection in
                    connection.send(Self.head + "Content-Length: 1000\r\n\r\n")
                    // All steps together take longer than the timeout.
                    for _ in 0..<6 {
                        connection.send("step")
                        Thread.sleep(forTimeInterval: 0.1 * Double(factor))
                    }
                    connection.waitForEnd()
                }
                defer { server.stop() }
                var received = Data()
                await expectFailure(.timedOut) {
                    let response = try await controller(server, 400 * factor, transport).stream(Probe())
                    for try await chunk in response.body { received += chunk }
                }
                return received.count == 24
            }
        }

        @Test("Lets an upload take longer than its timeout while bytes are sent", arguments: transports)
        func slowUpload(_ transport: CheckedTransport) async throws {
            try await expectInTime { factor in
                let server = try ScriptedServer { _, connection in connection.respond(body: "here") }
                defer { server.stop() }
                let slow = HTTPBody.stream { SlowStream(steps: 8, pause: 0.1 * Double(factor)) }
                let payload = try await controller(server, 500 * factor, transport).upload(Probe(.post, body: slow))
                guard payload == Data("here".utf8) else { return false }
                #expect(server.requests.first?.body.contains(8) == true, "the last step did not arrive")
                return true
            }
        }

        @Test("Lets a download take longer than its timeout while bytes arrive", arguments: transports)
        func slowDownload(_ transport: CheckedTransport) async throws {
            try await expectInTime { factor in
                let server = try ScriptedServer { _, connection in
                    connection.send(Self.head + "Content-Length: 6\r\n\r\n")
                    for _ in 0..<6 {
                        // All pauses together take longer than the timeout.
                        Thread.sleep(forTimeInterval: 0.2 * Double(factor))
                        connection.send("a")
                    }
                }
                defer { server.stop() }
                return try await withTemporaryFolder { folder in
                    let file = folder.appending(path: "export.zip")
                    try await controller(server, 700 * factor, transport).download(Probe(), to: file)
                    return try Data(contentsOf: file) == Data("aaaaaa".utf8)
                }
            }
        }
    }
}

/// A stream that delivers data in steps, each after a pause; the last step has different bytes.
private final class SlowStream: InputStream {
    private var steps: Int
    private let pause: TimeInterval
    private var status = Status.notOpen

    init(steps: Int, pause: TimeInterval) {
        (self.steps, self.pause) = (steps, pause)
        super.init(data: Data())
    }

    override func open() { status = .open }
    override func close() { status = .closed }
    override var hasBytesAvailable: Bool { steps > 0 }
    override var streamStatus: Status { status }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        guard steps > 0 else { return 0 }
        steps -= 1
        Thread.sleep(forTimeInterval: pause)
        let count = min(maxLength, 65_536)
        buffer.update(repeating: steps == 0 ? 8 : 7, count: count)
        return count
    }
}
