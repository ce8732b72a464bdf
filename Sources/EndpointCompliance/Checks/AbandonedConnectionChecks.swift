import EndpointController
import EndpointStreaming
import Foundation

/// Checks that a cancelled call releases its connection, and does not block other calls to the same host.
enum AbandonedConnectionChecks {
    static let all = [
        ComplianceCheck(
            .cancellation, "a silent stream that is cancelled releases its connection",
            releasesTheConnectionOfACancelledStream),
        ComplianceCheck(
            .cancellation, "cancelled calls do not block later calls to the same host",
            loadsAfterCancelledCallsToTheSameHost),
    ]

    private static func releasesTheConnectionOfACancelledStream(_ trial: Trial) async throws {
        let ended = Signal()
        let server = try trial.server { _, connection in
            // With `nosniff`, Apple's `URLSession` does not wait for 512 bytes.
            connection.send("HTTP/1.1 200 OK\r\nX-Content-Type-Options: nosniff\r\n")
            connection.send("Transfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n")
            connection.waitForEnd()
            ended.send()
        }
        let controller = trial.controller(for: server)
        for _ in 0..<20 {
            let arrived = Signal()
            let stream = Task {
                for try await _ in try await controller.stream(Probe()).body { arrived.send() }
            }
            await arrived.wait()
            let start = ContinuousClock.now
            stream.cancel()
            await ended.wait()
            let allowance = Duration.milliseconds(100) + StallMeter.shared.stall(since: start)
            try Expect.time("the connection", ContinuousClock.now - start, in: .zero..<allowance)
        }
    }

    private static func loadsAfterCancelledCallsToTheSameHost(_ trial: Trial) async throws {
        let arrived = Signal()
        let server = try trial.server { request, connection in
            if request.target == "/quick" { return connection.respond(body: "here") }
            arrived.send()
            connection.waitForEnd()
        }
        let controller = trial.controller(for: server, rules: EndpointRules(timeout: .seconds(5)))
        for _ in 0..<60 {
            let load = Task { try await controller.load(Probe(.get, "silent")) }
            await arrived.wait()
            load.cancel()
            try await Expect.failure(.cancelled) { try await load.value }
        }
        for _ in 0..<20 {
            try Expect.equal("the payload", try await controller.load(Probe(.get, "quick")), Data("here".utf8))
        }
    }
}
