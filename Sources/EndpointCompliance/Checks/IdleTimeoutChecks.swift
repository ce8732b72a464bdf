import EndpointController
import EndpointStreaming
import Foundation

/// Checks that the timeout of streams, uploads and downloads is an idle timeout.
enum IdleTimeoutChecks {
    static let all = [
        ComplianceCheck(
            .deadlines, "a stream may take longer than its timeout if it makes progress",
            allowsALongStreamWithProgress),
        ComplianceCheck(
            .deadlines, "an upload may take longer than its timeout if it makes progress", allowsALongUploadWithProgress
        ),
        ComplianceCheck(
            .deadlines, "a download may take longer than its timeout if it makes progress",
            allowsALongDownloadWithProgress),
        ComplianceCheck(
            .deadlines, "a download waits for a silent server no longer than its timeout",
            timesOutADownloadFromASilentServer),
    ]

    /// The beginning of a head; with `nosniff`, Apple's `URLSession` does not wait for 512 bytes.
    private static let head = "HTTP/1.1 200 OK\r\nX-Content-Type-Options: nosniff\r\n"

    private static func allowsALongStreamWithProgress(_ trial: Trial) async throws {
        let server = try trial.server { _, connection in
            connection.send(head + "Content-Length: 1000\r\n\r\n")
            // All steps together take longer than the timeout.
            for _ in 0..<6 {
                connection.send("step")
                Thread.sleep(forTimeInterval: 0.1)
            }
            connection.waitForEnd()
        }
        let controller = trial.controller(for: server, rules: EndpointRules(timeout: .milliseconds(400)))
        let response = try await controller.stream(Probe())
        var received = Data()
        do {
            for try await chunk in response.body { received += chunk }
            throw Mismatch("expected the body to time out", found: received)
        } catch let error as LoadError {
            try Expect.failure(.timedOut, "the body", error)
        }
        try Expect.equal("the bytes until then", received.count, 24)
    }

    private static func allowsALongUploadWithProgress(_ trial: Trial) async throws {
        // The body becomes available in steps. Each step takes less time than the timeout, but all steps together take
        // longer.
        let server = try trial.server { _, connection in connection.respond(body: "here") }
        let slow = HTTPBody.stream { SlowStream(steps: 8, pause: 0.1) }
        let controller = trial.controller(for: server, rules: EndpointRules(timeout: .milliseconds(500)))
        let payload = try await controller.upload(Probe(.post, body: slow))
        try Expect.equal("the payload", payload, Data("here".utf8))
        let isWhole = server.requests.first?.body.contains(8) == true
        try Expect.that("the last step to arrive", isWhole, found: "a body without it")
    }

    private static func allowsALongDownloadWithProgress(_ trial: Trial) async throws {
        let server = try trial.server { _, connection in
            connection.send(head + "Content-Length: 6\r\n\r\n")
            for _ in 0..<6 {
                // All pauses together take longer than the timeout.
                Thread.sleep(forTimeInterval: 0.2)
                connection.send("a")
            }
        }
        try await TemporaryFolder.with { folder in
            let rules = EndpointRules(timeout: .milliseconds(700))
            try await trial.controller(for: server, rules: rules).download(Probe(), to: folder.file)
            try Expect.equal("the file", try folder.bytes(), Array("aaaaaa".utf8))
        }
    }

    private static func timesOutADownloadFromASilentServer(_ trial: Trial) async throws {
        let server = try trial.server(inTurn: [Export.cut(waits: true), Export.rest])
        try await TemporaryFolder.with { folder in
            let log = ProgressLog()
            let controller = trial.controller(for: server, rules: EndpointRules(timeout: .milliseconds(700)))
            try await Expect.failure(.timedOut, "the download") {
                try await controller.download(Probe(), to: folder.file, onProgress: log.add)
            }
            let end = ContinuousClock.now
            let start = try Expect.some("progress", log.lastTime)
            let time = end - start
            let latest = Duration.milliseconds(800) + StallMeter.shared.stall(since: start)
            try Expect.time("the download", time, in: .milliseconds(690)..<latest)
            try Expect.equal("what is left", try folder.contents(), TemporaryFolder.leftover)
            try await trial.controller(for: server).download(Probe(), to: folder.file)
            try Expect.equal("the file", try folder.bytes() == Export.bytes, true)
        }
    }
}
