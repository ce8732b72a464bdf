import EndpointController
import Foundation

/// Checks that a transport stops fetching a body that the caller no longer wants.
enum AbandonedBodyChecks {
    static let all = [
        ComplianceCheck(
            .cancellation, "releasing a response stops the transfer of its unread body", stopsFetchingAnUnreadBody),
        ComplianceCheck(
            .cancellation, "the endless body of a redirect is not fetched for ever",
            stopsFetchingTheEndlessBodyOfARedirect),
    ]

    private static func stopsFetchingAnUnreadBody(_ trial: Trial) async throws {
        let ended = Signal()
        let server = try trial.server { _, connection in
            connection.send("HTTP/1.1 200 OK\r\n\r\n")
            // Send slowly, because a `URLSession` that is flooded is slow to cancel.
            while connection.send([UInt8](repeating: 0, count: 65_536)) { Thread.sleep(forTimeInterval: 0.001) }
            ended.send()
        }
        // Drop the response without reading its body.
        let status = try await trial.transport.send(URLRequest(url: server.url())).statusCode
        try Expect.equal("the status", status, 200)
        await ended.wait()
    }

    private static func stopsFetchingTheEndlessBodyOfARedirect(_ trial: Trial) async throws {
        let ended = Signal()
        let server = try trial.server { _, connection in
            connection.send("HTTP/1.1 302 Found\r\nLocation: /again\r\nTransfer-Encoding: chunked\r\n\r\n")
            while connection.send("1\r\nx\r\n") { Thread.sleep(forTimeInterval: 0.05) }
            ended.send()
        }
        let controller = trial.controller(for: server, rules: EndpointRules(timeout: .milliseconds(100)))
        try await Expect.failure(.timedOut) { try await controller.load(Probe()) }
        await ended.wait()
    }
}
