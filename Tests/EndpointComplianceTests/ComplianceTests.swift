import EndpointSupport
import EndpointTransports
import Foundation
import Testing

@testable import EndpointCompliance

/// Tests that the checks find the faults of transports.
@Suite(.serialized, .timeLimit(.minutes(1))) struct ComplianceTests {
    /// Runs the checks of a promise against a transport.
    ///
    /// - Returns: The failures, by the name of the check.
    private func failures(
        of transport: some EndpointTransport,
        _ promise: TransportPromise
    ) async throws -> [String: ComplianceFailure] {
        var failures: [String: ComplianceFailure] = [:]
        for check in ComplianceCheck.all where check.promise == promise {
            do {
                try await check.run(against: transport)
            } catch {
                failures[check.name] = error
            }
        }
        return failures
    }

    @Test func hasChecksWithUniqueNamesForEveryPromise() {
        #expect(Set(ComplianceCheck.all.map(\.promise)) == Set(TransportPromise.allCases))
        #expect(Set(ComplianceCheck.all.map(\.name)).count == ComplianceCheck.all.count)
        let sentences = TransportPromise.allCases.map(\.description)
        #expect(Set(sentences).count == sentences.count)
        #expect(sentences.allSatisfy { $0.hasSuffix(".") && $0.count <= 60 })
    }

    @Test(arguments: [TransportPromise.redirects, .challenges, .sendOnce])
    func acceptsATransportThatKeepsItsPromises(promise: TransportPromise) async throws {
        let failures = try await failures(of: SystemTransport.shared, promise)
        #expect(failures.isEmpty, "\(failures.values.map(\.description))")
    }

    @Test func findsATransportThatFollowsRedirects() async throws {
        let failures = try await failures(of: FollowingTransport(), .redirects)
        let names = ["a redirect is not followed, with any status", "a redirect is not followed, wherever it leads"]
        #expect(Set(failures.keys) == Set(names))
        let failure = try #require(failures[names[0]])
        let reason = #"the body of GET with 300 to /to: expected "/from", found "/to""#
        #expect(failure.check.promise == .redirects)
        #expect(failure.reason == reason)
        #expect(failure.description == "redirects: \(names[0]): \(reason)")
        #expect(failure.localizedDescription == failure.description)
    }

    @Test func findsATransportThatSendsTwice() async throws {
        let failures = try await failures(of: InsistingTransport(), .sendOnce)
        let drops = ["close", "reset", "close within the head", "late close"]
        let names =
            drops.map { "a request that is not idempotent is sent once when a reused connection drops: \($0)" } + [
                "each of 100 dropped POST requests is sent once"
            ]
        #expect(Set(failures.keys) == Set(names))
        #expect(failures[names[0]]?.reason == #"what arrived of one POST: expected ["POST"], found ["POST", "POST"]"#)
    }

    private func check(named name: String) throws -> ComplianceCheck {
        try #require(ComplianceCheck.all.first { $0.name == name })
    }

    @Test(arguments: [
        ("cancelling ends a call before the head, at once", "the GET"),
        ("a call ends at its deadline before the head", "the GET"),
    ])
    func findsATransportThatThrowsItsErrorsLate(_ name: String, _ subject: String) async throws {
        let check = try check(named: name)
        try await check.run(against: SystemTransport.shared)
        let error = await #expect(throws: ComplianceFailure.self) { try await check.run(against: LateTransport()) }
        #expect(error?.reason.hasPrefix("expected \(subject) to end in time, found that it was ") == true)
    }

    @Test(arguments: Fault.allCases)
    fileprivate func findsATransportWithOneFault(_ fault: Fault) async throws {
        let (name, reason) = fault.finding
        let check = try check(named: name)
        try await check.run(against: SystemTransport.shared)
        let error = await #expect(throws: ComplianceFailure.self) {
            try await check.run(against: FaultyTransport(fault: fault))
        }
        let found = try #require(error?.reason)
        #expect(found.hasPrefix(reason), "\(found)")
    }

    @Test func namesTheErrorOfATransportThatFailsBeforeItSends() async throws {
        let names = [
            "cancelling ends a call before the head, at once", "a call that is cancelled before it is sent is not sent",
        ]
        for name in names {
            let check = try check(named: name)
            let error = await #expect(throws: ComplianceFailure.self) { try await check.run(against: RudeTransport()) }
            #expect(
                error?.reason.contains(": expected the error .cancelled, found .notResponding: ") == true,
                "\(name)")
        }
    }

    @Test func failsAtTheTimeLimitIfATransportHangs() async throws {
        let check = try #require(ComplianceCheck.all.first { $0.promise == .redirects })
        let error = await #expect(throws: ComplianceFailure.self) {
            try await check.run(against: HangingTransport(), timeLimit: .milliseconds(100))
        }
        #expect(error?.reason == "it has not ended after 0.1 seconds")
    }

    @Test func cancelsItsCallsAndStopsItsServersWhenItIsCancelled() async throws {
        let check = try check(named: "an incomplete or invalid body is reported as truncated: a missing body")
        let transport = HangingTransport()
        let run = Task { try await check.run(against: transport) }
        var calls = transport.calls.stream.makeAsyncIterator()
        let port = try #require(await calls.next()??.port)
        run.cancel()
        let error = await #expect(throws: ComplianceFailure.self) { try await run.value }
        #expect(error?.reason == "unexpected error: CancellationError()")
        let isCancelled = transport.isCancelled.withLock(\.self)
        #expect(isCancelled)
        // The system may still accept the connection, but the server does not answer.
        #expect((try? RawClient.send("GET / HTTP/1.1\r\n\r\n", to: UInt16(port))) ?? "" == "")
    }

    @Test func startsNoServerForACheckThatWasAbandoned() {
        let trial = Trial(RudeTransport())
        trial.stop()
        #expect(throws: CancellationError.self) { try trial.server { _, _ in } }
    }

    @Test func escapesControlCharactersInAFailure() async throws {
        let check = try check(named: "a long header field arrives whole")
        let error = await #expect(throws: ComplianceFailure.self) { try await check.run(against: RudeTransport()) }
        let description = try #require(error?.description)
        #expect(description.contains(#"rude\u{A}\u{1B}[31m"#), "\(description)")
    }
}

/// Follows a redirect itself, with all header fields and the body of the first request.
private struct FollowingTransport: EndpointTransport {
    func send(
        _ outgoing: OutgoingRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        let request = outgoing.urlRequest
        let response = try await SystemTransport.shared.send(request, context: context)
        guard let location = response.headerField("Location") else { return response }
        var next = request
        next.url = URL(string: location, relativeTo: request.url)?.absoluteURL
        return try await SystemTransport.shared.send(next, context: context)
    }
}

/// A fault of a transport that keeps all other promises.
private enum Fault: CaseIterable {
    case addsAReferer, dropsCredentials, sendsAgain, timesOutEarly, losesTheStart, fillsMemory

    /// The name of a check that finds the fault, and the start of the reason.
    var finding: (check: String, reason: String) {
        switch self {
        case .addsAReferer: ("a request arrives with its own header fields", "Referer: expected none, found /from")
        case .dropsCredentials:
            (
                "a request arrives with its own header fields",
                "Authorization of the GET: expected Basic c2VjcmV0, found none"
            )
        case .sendsAgain: ("a POST is sent once when its response breaks off", "the requests: expected 1, found 2")
        case .timesOutEarly:
            (
                "a call ends at its deadline before the head",
                "expected the GET to end in time, found that it was early"
            )
        case .losesTheStart:
            (
                "an incomplete or invalid body is reported as truncated: a missing last byte",
                #"what arrived of GET with 200: expected "nine byte", found """#
            )
        case .fillsMemory: ("a body without end is cut off: plain", "expected GET with 200 OK to hold less than ")
        }
    }
}

/// A transport with one fault.
private struct FaultyTransport: EndpointTransport {
    let fault: Fault

    func send(
        _ outgoing: OutgoingRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        var request = outgoing.urlRequest
        switch fault {
        case .addsAReferer: request.setValue("/from", forHTTPHeaderField: "Referer")
        case .dropsCredentials: request.setValue(nil, forHTTPHeaderField: "Authorization")
        case .sendsAgain: _ = try? await SystemTransport.shared.send(request, context: context)
        case .timesOutEarly: throw .timedOut
        case .losesTheStart: break
        case .fillsMemory: withExtendedLifetime(Data(repeating: 1, count: 2 * Memory.allowance)) {}
        }
        let response = try await SystemTransport.shared.send(request, context: context)
        guard case .losesTheStart = fault else { return response }
        let rest = EndpointResponseBody {
            for try await _ in response.body {}
            return nil
        }
        return EndpointStreamedResponse(head: response.head, body: rest)
    }
}

/// Sends a request again when there was no response to it.
private struct InsistingTransport: EndpointTransport {
    func send(
        _ request: OutgoingRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        do {
            return try await SystemTransport.shared.send(request, context: context)
        } catch .notResponding {
            return try await SystemTransport.shared.send(request, context: context)
        } catch {
            throw error
        }
    }
}

/// Throws its errors 0.9 seconds late, or later if the machine stalls.
private struct LateTransport: EndpointTransport {
    func send(
        _ request: OutgoingRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        do {
            return try await SystemTransport.shared.send(request, context: context)
        } catch {
            // The checks measure real time. A separate task, because cancellation would cut the sleep short.
            let start = ContinuousClock.now
            await Task {
                repeat {
                    try? await Task.sleep(for: .milliseconds(900))
                } while ContinuousClock.now - start < .milliseconds(300) + StallMeter.shared.stall(since: start)
            }.value
            throw error
        }
    }
}

/// Never answers, and records cancellation, but does not end.
private final class HangingTransport: EndpointTransport {
    let calls = AsyncStream<URL?>.makeStream()
    let isCancelled = Locked(false)

    func send(
        _ outgoing: OutgoingRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        await withTaskCancellationHandler {
            calls.continuation.yield(outgoing.urlRequest.url)
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        } onCancel: {
            isCancelled.withLock { $0 = true }
        }
        throw .cancelled
    }
}

/// A transport whose errors have text that must not be printed unchanged.
private struct RudeTransport: EndpointTransport {
    private struct Rudeness: LocalizedError {
        var errorDescription: String? { "rude\n\u{1B}[31m" }
    }

    func send(
        _ request: OutgoingRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        throw .notResponding(Rudeness())
    }
}
