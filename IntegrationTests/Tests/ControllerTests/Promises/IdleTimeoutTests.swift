import EndpointController
import Foundation
import EndpointTesting
import Testing

extension Promises {
    /// For what is large, the timeout is the time in which nothing goes on.
    @Suite struct IdleTimeoutTests {
        @Test func aStreamMayTakeLongerThanItsTimeoutIfItGoesOn() async throws {
            let end = DispatchSemaphore(value: 0)
            let server = try ScriptedServer { _, connection in
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
                // All steps together take longer than the timeout.
                for _ in 0..<6 {
                    connection.send("step")
                    Thread.sleep(forTimeInterval: 0.1)
                }
                end.wait()
            }
            defer {
                end.signal()
                server.stop()
            }
            let rules = EndpointRules(timeout: .milliseconds(400))
            let response = try await Controller(baseURL: server.url(), rules: rules).stream(API.text)
            var received = Data()
            do {
                for try await chunk in response.body { received += chunk }
                Issue.record("no error")
            } catch LoadError.timedOut {
                #expect(received.count == 24)
            }
        }

        @Test func anUploadMayTakeLongerThanItsTimeoutIfItGoesOn() async throws {
            // The server takes the body in steps, each of which is shorter than the timeout, and all of which are
            // longer.
            let server = try ScriptedServer { _, connection in connection.respond(body: User.json) }
            defer { server.stop() }
            let slow = HTTPBody.stream { SlowStream(steps: 8, pause: 0.1) }
            let controller = Controller(baseURL: server.url(), rules: EndpointRules(timeout: .milliseconds(500)))
            let user = try await controller.upload(API.send(slow), parser: PayloadParser<User>.json) { _ in }
            #expect(user == .ada)
            #expect(server.requests.first?.body.contains(8) == true)
        }
    }
}

/// A stream that gives something now and then.
private final class SlowStream: InputStream {
    private var steps: Int
    private let pause: TimeInterval

    init(steps: Int, pause: TimeInterval) {
        self.steps = steps
        self.pause = pause
        super.init(data: Data())
    }

    override func open() {}
    override func close() {}
    override var hasBytesAvailable: Bool { steps > 0 }
    override var streamStatus: Status { .open }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        guard steps > 0 else { return 0 }
        steps -= 1
        Thread.sleep(forTimeInterval: pause)
        let count = min(maxLength, 65_536)
        // The last step differs, so that its arrival can be seen.
        buffer.update(repeating: steps == 0 ? 8 : 7, count: count)
        return count
    }
}
