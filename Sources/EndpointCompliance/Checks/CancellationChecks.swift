import EndpointTransports
import Foundation

/// Checks that cancelling ends a call before or during its response, at once, and changes nothing afterwards.
enum CancellationChecks {
    static let all: [ComplianceCheck] =
        [
            ComplianceCheck(
                .cancellation, "a call that is cancelled before it is sent is not sent",
                sendsNothingIfCancelledBeforehand)
        ]
        + Moment.allCases.map { moment in
            ComplianceCheck(.cancellation, "cancelling ends a call \(moment.rawValue), at once") {
                try await endsACancelledCall($0, moment)
            }
        } + [
            ComplianceCheck(
                .cancellation, "cancelling a call that has ended changes nothing", keepsTheOutcomeOfAnEndedCall),
            ComplianceCheck(.cancellation, "a cancelled upload is not sent to its end", stopsSendingACancelledUpload),
            ComplianceCheck(
                .cancellation, "4,000 calls, cancelled at random, each end at once", endsEachCallAtOnce),
        ]

    private static func sendsNothingIfCancelledBeforehand(_ trial: Trial) async throws {
        for method in [HTTPMethod.get, .post] {
            let server = try trial.server { _, connection in connection.respond() }
            let call = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await trial.load(Probe(method), from: server)
            }
            try await Expect.failure(.cancelled) { try await call.value }
            try Expect.equal("the requests", server.requests.count, 0)
        }
    }

    private static func endsACancelledCall(_ trial: Trial, _ moment: Moment) async throws {
        for method in [HTTPMethod.get, .post] {
            let arrived = Signal()
            let server = try trial.server { _, connection in moment.run(connection, then: arrived) }
            let call = Task {
                defer { arrived.send() }
                // Nothing is collected, because the body may be without end.
                for try await _ in try await trial.send(Probe(method), to: server).body {}
            }
            await arrived.wait()
            try await Trial.cancel(call, "the \(method)")
            try Expect.equal("the requests", server.requests.count, 1)
            server.stop()
        }
    }

    private static func keepsTheOutcomeOfAnEndedCall(_ trial: Trial) async throws {
        let server = try trial.server { _, connection in connection.respond(body: "done") }
        let call = Task { try await trial.load(from: server) }
        try Expect.equal("the body", try await call.value.body, Data("done".utf8))
        call.cancel()
        try Expect.equal("the next body", try await trial.load(from: server).body, Data("done".utf8))
    }

    private static func stopsSendingACancelledUpload(_ trial: Trial) async throws {
        let size = 400_000_000
        try await TemporaryFile.with(Data(), size: size) { file in
            let (ends, end) = AsyncStream<Int>.makeStream()
            let goOn = DispatchSemaphore(value: 0)
            let server = try trial.server(readingBodies: false) { _, connection in
                goOn.wait()
                end.yield(connection.countToEnd())
            }
            let progress = ProgressLog()
            let context = EndpointTransportContext(onUpload: progress.add)
            let upload = Task { try await trial.load(Probe(.post, body: .file(file)), from: server, context) }
            await progress.wait()
            try await Trial.cancel(upload, "the upload")
            goOn.signal()
            for await count in ends {
                try Expect.that("less than \(size) bytes", count < size, found: count)
                break
            }
        }
    }

    private static func endsEachCallAtOnce(_ trial: Trial) async throws {
        let body = String(repeating: "x", count: 1_024)
        let server = try trial.server { _, connection in connection.respond(body: body) }
        let longest = try await longestWait(trial, server)
        var counts = (whole: 0, cancelled: 0)
        for number in 0..<4_000 {
            let call = Task { try await trial.load(Probe(number.isMultiple(of: 8) ? .post : .get), from: server) }
            try await Task.sleep(for: longest * .random(in: 0...1), tolerance: .zero)
            let start = ContinuousClock.now
            call.cancel()
            let result = await call.result
            // A call that misses its cancellation may never end.
            try Expect.end("call \(number)", .now, at: start, within: .seconds(1))
            // The call may have ended before it was cancelled.
            switch result {
            case .success(let answer):
                try Expect.equal("the length of the body", answer.body.count, 1_024)
                counts.whole += 1
            case .failure(let error):
                try Expect.failure(.cancelled, "call \(number)", error)
                counts.cancelled += 1
            }
        }
        let isTelling = counts.whole > 100 && counts.cancelled > 100
        try Expect.that("more than 100 calls of each outcome", isTelling, found: counts)
        try Expect.equal("the length of the last body", try await trial.load(from: server).body.count, 1_024)
    }

    /// Returns twice the median duration of a call, but at least 1.5 ms, so that about half of the calls end before
    /// they are cancelled.
    private static func longestWait(_ trial: Trial, _ server: ScriptedServer) async throws -> Duration {
        var times: [Duration] = []
        for _ in 0..<20 {
            let start = ContinuousClock.now
            try await trial.load(from: server)
            times.append(ContinuousClock.now - start)
        }
        return max(.microseconds(1_500), times.sorted()[times.count / 2] * 2)
    }
}
