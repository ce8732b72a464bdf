import EndpointTransports
import Foundation

/// Checks that a call ends at its deadline, and that a slow transfer shows the progress that an idle timeout needs.
enum DeadlineChecks {
    static let all: [ComplianceCheck] =
        Moment.allCases.map { moment in
            ComplianceCheck(.deadlines, "a call ends at its deadline \(moment.rawValue)") {
                try await endsAtItsDeadline($0, moment)
            }
        } + [
            ComplianceCheck(
                .deadlines, "a call on a reused connection ends at its deadline", endsAtItsDeadlineOnAReusedConnection),
            ComplianceCheck(
                .deadlines, "an upload ends at its deadline while the server reads nothing",
                endsAnUploadThatTheServerDoesNotRead),
            ComplianceCheck(.deadlines, "many calls at once end at their deadline", endsManyCallsAtOnce),
            ComplianceCheck(.deadlines, "a slow upload reports its progress as it is sent", reportsSlowProgress),
        ]

    /// Sends a request with a deadline, cancels it at that time as a controller does, and expects it to end then.
    private static func expectEnd(
        after timeout: Duration,
        _ subject: String,
        of call: @escaping @Sendable (EndpointTransportContext) async throws -> Void
    ) async throws {
        let deadline = ContinuousClock.now + timeout
        let load = Task { try await call(EndpointTransportContext(deadline: deadline)) }
        let alarm = Task {
            try await Task.sleep(until: deadline, tolerance: .zero)
            load.cancel()
        }
        let result = await load.result
        let end = ContinuousClock.now
        alarm.cancel()
        do {
            try result.get()
            throw Mismatch("\(subject): expected the error .timedOut or .cancelled", found: "a whole response")
        } catch EndpointTransportError.timedOut, EndpointTransportError.cancelled {
            try Expect.end(subject, end, at: deadline)
        }
    }

    private static func endsAtItsDeadline(_ trial: Trial, _ moment: Moment) async throws {
        for (method, timeout) in [(HTTPMethod.get, 100), (.post, 333)] {
            let server = try trial.server { _, connection in moment.run(connection) }
            try await expectEnd(after: .milliseconds(timeout), "the \(method)") {
                for try await _ in try await trial.send(Probe(method), to: server, $0).body {}
            }
            server.stop()
        }
    }

    private static func endsAtItsDeadlineOnAReusedConnection(_ trial: Trial) async throws {
        for method in [HTTPMethod.get, .post] {
            let server = try trial.server { request, connection in
                if request.target == "/first" { return connection.respond(body: "first") }
                // Close after the deadline, without a response.
                Thread.sleep(forTimeInterval: 1)
                connection.close()
            }
            try await trial.load(Probe(.get, "first"), from: server)
            try await expectEnd(after: .milliseconds(300), "the \(method)") {
                try await trial.load(Probe(method, "second"), from: server, $0)
            }
            server.stop()
        }
    }

    private static func endsAnUploadThatTheServerDoesNotRead(_ trial: Trial) async throws {
        let server = try trial.server(readingBodies: false) { _, connection in connection.waitToBeStopped() }
        let probe = Probe(.post, body: .data(Data(count: 20_000_000)))
        try await expectEnd(after: .milliseconds(300), "the upload") {
            try await trial.load(probe, from: server, $0)
        }
    }

    private static func endsManyCallsAtOnce(_ trial: Trial) async throws {
        let server = try trial.server { _, connection in connection.waitForEnd() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<32 {
                group.addTask {
                    try await expectEnd(after: .milliseconds(300), "the call") {
                        try await trial.load(from: server, $0)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private static func reportsSlowProgress(_ trial: Trial) async throws {
        let server = try trial.server { _, connection in connection.respond(body: "here") }
        // The body becomes available in steps.
        let slow = HTTPBody.stream { SlowStream(steps: 8, pause: 0.1) }
        let log = ProgressLog()
        let start = ContinuousClock.now
        let answer = try await trial.load(
            Probe(.post, body: slow), from: server, EndpointTransportContext(onUpload: log.add))
        try Expect.equal("the body", answer.body, Data("here".utf8))
        let isWhole = server.requests.first?.body.contains(8) == true
        try Expect.that("the last step to arrive", isWhole, found: "a body without it")
        let times = [start] + log.times
        let longest = zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? .seconds(60)
        let limit = Duration.milliseconds(400) + StallMeter.shared.stall(since: start)
        try Expect.that("progress at least every 400 ms", longest < limit, found: "a pause of \(longest)")
    }
}
