import EndpointCompliance
import EndpointController
import Foundation
import Testing

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

    @Test(arguments: [TransportPromise.credentials, .sendOnce, .locations])
    func acceptsATransportThatKeepsItsPromises(promise: TransportPromise) async throws {
        #expect(try await failures(of: URLSessionTransport.shared, promise).isEmpty)
    }

    @Test func findsATransportThatForwardsCredentials() async throws {
        let failures = try await failures(of: FollowingTransport(), .credentials)
        let names =
            [301, 302, 303, 307, 308].map { "\($0) to another origin carries no credentials" } + [
                "a body goes on to another origin without credentials",
                "header fields that middleware adds do not go on to another origin",
            ]
        #expect(Set(failures.keys) == Set(names))
        let failure = try #require(failures[names[0]])
        let reason = #"Authorization after the redirect: expected none, found Basic c2VjcmV0"#
        #expect(failure.check.promise == .credentials)
        #expect(failure.reason == reason)
        #expect(failure.description == "credentials: \(names[0]): \(reason)")
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

    @Test func findsATransportThatReportsCancellationLate() async throws {
        let name = "the transport itself throws cancelled before the head, at once"
        let check = try #require(ComplianceCheck.all.first { $0.name == name })
        try await check.run(against: URLSessionTransport.shared)
        let error = await #expect(throws: ComplianceFailure.self) { try await check.run(against: LateTransport()) }
        #expect(error?.reason.hasPrefix("expected the call to end in time, found that it was ") == true)
    }

    @Test func namesTheErrorOfATransportThatFailsBeforeItSends() async throws {
        let names = ["cancelling ends a call before the head", "cancelling a task cancels its calls"]
        for name in names {
            let check = try #require(ComplianceCheck.all.first { $0.name == name })
            let error = await #expect(throws: ComplianceFailure.self) { try await check.run(against: RudeTransport()) }
            #expect(
                error?.reason.contains(": expected the error .cancelled, found .serverNotResponding: ") == true,
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

    @Test func escapesControlCharactersInAFailure() async throws {
        let check = try #require(ComplianceCheck.all.first { $0.name == "a long header field arrives whole" })
        let error = await #expect(throws: ComplianceFailure.self) { try await check.run(against: RudeTransport()) }
        let description = try #require(error?.description)
        #expect(description.contains(#"rude\u{A}\u{1B}[31m"#), "\(description)")
    }
}

/// Follows redirects itself, with all header fields and the body of the first request.
private struct FollowingTransport: EndpointTransport {
    func send(
        _ request: URLRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        let response = try await URLSessionTransport.shared.send(request, context: context)
        guard let location = response.headerField("Location") else { return response }
        var next = request
        next.url = URL(string: location, relativeTo: request.url)?.absoluteURL
        return try await send(next, context: context)
    }
}

/// Sends a request again when there was no response to it.
private struct InsistingTransport: EndpointTransport {
    func send(
        _ request: URLRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        do {
            return try await URLSessionTransport.shared.send(request, context: context)
        } catch .notResponding {
            return try await URLSessionTransport.shared.send(request, context: context)
        } catch {
            throw error
        }
    }
}

/// Throws its errors a second late.
private struct LateTransport: EndpointTransport {
    func send(
        _ request: URLRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        do {
            return try await URLSessionTransport.shared.send(request, context: context)
        } catch {
            // The checks measure real time. A separate task, because cancellation would cut the sleep short.
            await Task { try? await Task.sleep(for: .seconds(1)) }.value
            throw error
        }
    }
}

/// Never answers, and ignores cancellation.
private struct HangingTransport: EndpointTransport {
    func send(
        _ request: URLRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        throw .cancelled
    }
}

/// A transport whose errors have text that must not be printed unchanged.
private struct RudeTransport: EndpointTransport {
    private struct Rudeness: LocalizedError {
        var errorDescription: String? { "rude\n\u{1B}[31m" }
    }

    func send(
        _ request: URLRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        throw .notResponding(Rudeness())
    }
}
