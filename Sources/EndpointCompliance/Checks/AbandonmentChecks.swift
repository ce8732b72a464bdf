import EndpointTransports
import Foundation

/// Checks that a call that is cancelled, or a body that is released, gives up its connection.
enum AbandonmentChecks {
    static let all = [
        ComplianceCheck(
            .cancellation, "releasing a response stops the transfer of its unread body", stopsFetchingAnUnreadBody),
        ComplianceCheck(
            .cancellation, "a silent stream that is cancelled releases its connection",
            releasesTheConnectionOfACancelledStream),
        ComplianceCheck(
            .cancellation, "cancelled calls do not block later calls to the same host",
            loadsAfterCancelledCallsToTheSameHost),
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
        try Expect.equal("the status", try await trial.send(to: server).statusCode, 200)
        await ended.wait()
    }

    private static func releasesTheConnectionOfACancelledStream(_ trial: Trial) async throws {
        let ended = Signal()
        let server = try trial.server { _, connection in
            // With `nosniff`, Apple's `URLSession` does not wait for 512 bytes.
            connection.send("HTTP/1.1 200 OK\r\nX-Content-Type-Options: nosniff\r\n")
            connection.send("Transfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n")
            connection.waitForEnd()
            ended.send()
        }
        for _ in 0..<20 {
            let arrived = Signal()
            let stream = Task {
                for try await _ in try await trial.send(to: server).body { arrived.send() }
            }
            await arrived.wait()
            let start = ContinuousClock.now
            stream.cancel()
            await ended.wait()
            try Expect.end("the connection", .now, at: start)
        }
    }

    private static func loadsAfterCancelledCallsToTheSameHost(_ trial: Trial) async throws {
        let arrived = Signal()
        let server = try trial.server { request, connection in
            if request.target == "/quick" { return connection.respond(body: "here") }
            arrived.send()
            connection.waitForEnd()
        }
        for _ in 0..<60 {
            let call = Task { try await trial.load(Probe(.get, "silent"), from: server) }
            await arrived.wait()
            call.cancel()
            try await Expect.failure(.cancelled) { try await call.value }
        }
        for _ in 0..<20 {
            let answer = try await trial.load(Probe(.get, "quick"), from: server)
            try Expect.equal("the body", answer.body, Data("here".utf8))
        }
    }
}
