import EndpointController
import EndpointStreaming
import Foundation

/// Checks that cancelling ends a call before or during its response, and changes nothing afterwards.
enum CancellationChecks {
    static let all: [ComplianceCheck] =
        [
            ComplianceCheck(
                .cancellation, "a call that is cancelled before it is sent is not sent",
                sendsNothingIfCancelledBeforehand)
        ]
        + Moment.allCases.map { moment in
            ComplianceCheck(.cancellation, "cancelling ends a call \(moment.rawValue)") {
                try await endsACancelledCall($0, moment)
            }
        } + [
            ComplianceCheck(
                .cancellation, "cancelling a call that has ended changes nothing", keepsTheOutcomeOfAnEndedCall),
            ComplianceCheck(.cancellation, "cancelling a task cancels its calls", cancelsTheCallsOfACancelledTask),
            ComplianceCheck(.cancellation, "a cancelled upload is not sent to its end", stopsSendingACancelledUpload),
        ]
        + Moment.allCases.map { moment in
            ComplianceCheck(.cancellation, "the transport itself throws cancelled \(moment.rawValue), at once") {
                try await checkThatTheTransportThrowsCancelled($0, moment)
            }
        }

    private static func expectCancelled(_ load: Task<Data, any Error>) async throws {
        try await Expect.failure(.cancelled) { try await load.value }
    }

    private static func sendsNothingIfCancelledBeforehand(_ trial: Trial) async throws {
        for method in [HTTPMethod.get, .post] {
            let server = try trial.server { _, connection in connection.respond() }
            let controller = trial.controller(for: server)
            let isCancelled = Signal()
            let load = Task {
                await Task { await isCancelled.wait() }.value
                return try await controller.load(Probe(method))
            }
            load.cancel()
            isCancelled.send()
            try await expectCancelled(load)
            try Expect.equal("the requests", server.requests.count, 0)
        }
    }

    /// The point that a response has reached when the call is cancelled.
    private enum Moment: String, CaseIterable {
        case beforeTheHead = "before the head"
        case withinTheHead = "within the head"
        case beforeTheBody = "before the body"
        case withinTheBody = "within the body"
        case withinABodyWithoutEnd = "within a body without end"
        case withinARedirect = "within a redirect"

        func run(_ connection: ScriptedConnection, then arrived: Signal) {
            let head = "HTTP/1.1 200 OK\r\nContent-Length: 9000000\r\n"
            switch self {
            case .beforeTheHead: break
            case .withinTheHead: connection.send(head + "Content-Ty")
            case .beforeTheBody: connection.send(head + "\r\n")
            case .withinTheBody: connection.send(head + "\r\nfour")
            case .withinABodyWithoutEnd: connection.send("HTTP/1.1 200 OK\r\n\r\n")
            case .withinARedirect:
                connection.send("HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 9\r\n\r\n")
            }
            arrived.send()
            while self == .withinABodyWithoutEnd, connection.send([UInt8](repeating: 0, count: 65_536)) {}
            connection.waitForEnd()
        }
    }

    private static func endsACancelledCall(_ trial: Trial, _ moment: Moment) async throws {
        for method in [HTTPMethod.get, .post] {
            let arrived = Signal()
            let server = try trial.server { _, connection in moment.run(connection, then: arrived) }
            let controller = trial.controller(for: server)
            let load = Task {
                defer { arrived.send() }
                return try await controller.load(Probe(method))
            }
            await arrived.wait()
            load.cancel()
            try await expectCancelled(load)
            // A redirect is followed as soon as its head has arrived, perhaps before the call is cancelled.
            if moment != .withinARedirect { try Expect.equal("the requests", server.requests.count, 1) }
            server.stop()
        }
    }

    private static func keepsTheOutcomeOfAnEndedCall(_ trial: Trial) async throws {
        let server = try trial.server { _, connection in connection.respond(body: "done") }
        let controller = trial.controller(for: server)
        let load = Task { try await controller.load(Probe()) }
        try Expect.equal("the payload", try await load.value, Data("done".utf8))
        load.cancel()
        try Expect.equal("the payload", try await load.value, Data("done".utf8))
        try Expect.equal("the next payload", try await controller.load(Probe()), Data("done".utf8))
    }

    private static func cancelsTheCallsOfACancelledTask(_ trial: Trial) async throws {
        let arrived = Signal()
        let server = try trial.server { _, connection in
            arrived.send()
            connection.waitForEnd()
        }
        let controller = trial.controller(for: server)
        let parent = Task {
            defer { arrived.send() }
            return await withTaskGroup(of: Result<Data, any Error>.self) { group in
                for number in 0..<16 {
                    group.addTask {
                        do {
                            return .success(try await controller.load(Probe(.get, "\(number)")))
                        } catch {
                            return .failure(error)
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
        await arrived.wait()
        parent.cancel()
        let outcomes = await parent.value
        try Expect.equal("the outcomes", outcomes.count, 16)
        for outcome in outcomes { try await Expect.failure(.cancelled) { try outcome.get() } }
    }

    private static func stopsSendingACancelledUpload(_ trial: Trial) async throws {
        try await TemporaryFolder.with { folder in
            try Data().write(to: folder.file)
            let size = 400_000_000
            try FileHandle(forWritingTo: folder.file).truncate(atOffset: UInt64(size))
            let (ends, end) = AsyncStream<Int>.makeStream()
            let goOn = DispatchSemaphore(value: 0)
            let server = try trial.server(readingBodies: false) { _, connection in
                goOn.wait()
                end.yield(connection.countToEnd())
            }
            let controller = trial.controller(for: server)
            let log = ProgressLog()
            let body = HTTPBody.file(folder.file)
            let upload = Task { try await controller.upload(Probe(.post, body: body), onProgress: log.add) }
            await log.wait(for: 1)
            upload.cancel()
            try await expectCancelled(upload)
            goOn.signal()
            for await count in ends {
                try Expect.that("less than \(size) bytes", count < size, found: count)
                break
            }
        }
    }

    /// Calls the transport directly, because the controller ends a cancelled call even if the transport does not.
    private static func checkThatTheTransportThrowsCancelled(_ trial: Trial, _ moment: Moment) async throws {
        let arrived = Signal()
        let server = try trial.server { _, connection in moment.run(connection, then: arrived) }
        let call = Task { [transport = trial.transport] in
            defer { arrived.send() }
            for try await _ in try await transport.send(URLRequest(url: server.url())).body {}
        }
        await arrived.wait()
        let start = ContinuousClock.now
        call.cancel()
        let result = await call.result
        let time = ContinuousClock.now - start
        let allowance = Duration.milliseconds(100) + StallMeter.shared.stall(since: start)
        do {
            try result.get()
            throw Mismatch("expected EndpointTransportError.cancelled", found: "a whole body")
        } catch EndpointTransportError.cancelled {}
        try Expect.time("the call", time, in: .zero..<allowance)
    }
}
