import EndpointResilience
import EndpointTesting
import Foundation
import TestSupport
import Testing

@Suite("RequestRetrier, pauses", .timeLimit(.minutes(1)))
struct RetryPauseTests {
    @Test(
        "Waits for Retry-After and its own pause",
        arguments: [
            (["Retry-After": "7"], Duration.seconds(7)), (["Retry-After": "0"], .zero),
            (["Retry-After": "Tue, 14 Nov 2023 22:13:27 GMT", "Date": "Tue, 14 Nov 2023 22:13:20 GMT"], .seconds(7)),
            // A date before the Date of the response. The client's clock is not used.
            (["Retry-After": "Mon, 01 Jan 2001 00:00:30 GMT", "Date": "Tue, 14 Nov 2023 22:13:20 GMT"], .zero),
            (["Retry-After": "Mon, 01 Jan 2001 00:00:30 GMT"], .seconds(30)),
            // These values are not valid delays.
            (["Retry-After": "-1"], .zero), (["Retry-After": "1.0"], .zero), (["Retry-After": "7, 7"], .zero),
        ])
    func retryAfter(_ fields: [String: String], _ expected: Duration) async throws {
        let clock = ManualClock()
        let run = MiddlewareRun([.success(response(503, fields)), .success(response(200))])
        let retrier = RequestRetrier(clock: clock, now: { clock.date }, random: { 0.25 })
        let call = Task { try await retrier.intercept(request(), next: run.next).statusCode }
        #expect(try await clock.waitForSleepers() == [expected + .milliseconds(250)])
        clock.advance(by: expected + .milliseconds(250))
        #expect(try await call.value == 200)
    }

    @Test(
        "Returns a response at once if Retry-After exceeds the longest wait",
        arguments: ["61", "99999999999999999999"])
    func longRetryAfter(_ value: String) async throws {
        let run = MiddlewareRun([.success(response(503, ["Retry-After": value])), .success(response(200))])
        let retrier = RequestRetrier(clock: ManualClock())
        #expect(try await retrier.intercept(request(), next: run.next).statusCode == 503)
        #expect(run.sent.all.count == 1)
    }

    @Test("Returns the response or error at once when the pause is longer than the time left")
    func timeLeft() async throws {
        let retrier = RequestRetrier(clock: ManualClock(), random: { 1 })
        let deadline = ContinuousClock.now + .milliseconds(900)
        for fields in [["Retry-After": "1"], [:]] {
            let run = MiddlewareRun([.success(response(503, fields)), .success(response(200))], deadline: deadline)
            #expect(try await retrier.intercept(request(), next: run.next).statusCode == 503, "\(fields)")
        }
        let run = MiddlewareRun([.failure(EndpointTransportError.timedOut)], deadline: .now - .seconds(1))
        let error = await #expect(throws: EndpointTransportError.self) {
            try await retrier.intercept(request(), next: run.next)
        }
        #expect(error?.kind == .timedOut)
        #expect(run.sent.all.count == 1)
    }

    @Test("Pauses for a random part of the bound")
    func randomPause() async throws {
        let clock = InstantClock()
        let randoms = Collected<Double>()
        let random = { @Sendable () -> Double in
            randoms.append(0.25 * Double(randoms.all.count + 1))
            return randoms.all.last ?? 0
        }
        let retrier = RequestRetrier(RetryRules(attempts: 4), clock: clock, random: random)
        _ = try await retrier.intercept(request(), next: MiddlewareRun(statusCodes: [500]).next)
        #expect(clock.sleeps.all == [.microseconds(12_500), .milliseconds(50), .milliseconds(150)])
    }

    @Test("Draws random pauses up to the bound by default")
    func defaultRandom() async throws {
        let clock = InstantClock()
        for _ in 0..<20 {
            let retrier = RequestRetrier(RetryRules(attempts: 2), clock: clock)
            _ = try await retrier.intercept(request(), next: MiddlewareRun(statusCodes: [500]).next)
        }
        #expect(Set(clock.sleeps.all).count > 10)
        #expect(clock.sleeps.all.allSatisfy { $0 >= .zero && $0 <= .milliseconds(50) })
    }

    @Test("Ends at once when it is cancelled during a pause, sends nothing more, and keeps the budget")
    func cancellation() async throws {
        let clock = ManualClock()
        let run = MiddlewareRun(statusCodes: [503, 200])
        let budget = RetryBudget(capacity: 14)
        let retrier = RequestRetrier(budget: budget, clock: clock, random: { 1 })
        let call = Task { try await retrier.intercept(request(), next: run.next) }
        try await clock.waitForSleepers()
        call.cancel()
        let error = await #expect(throws: EndpointTransportError.self) { try await call.value }
        #expect(error?.kind == .cancelled)
        #expect(run.sent.all.count == 1)
        #expect(budget.available(for: baseURL) == 14)
    }

    @Test("Releases the body of a response before the pause")
    func releasedBody() async throws {
        let clock = ManualClock()
        let released = Collected<Int>()
        let next = EndpointNext(baseURL: baseURL) { _ in
            let reader = Reader { released.append(503) }
            return EndpointStreamedResponse(
                head: EndpointResponseHead(url: nil, statusCode: released.all.isEmpty ? 503 : 200),
                body: EndpointResponseBody { withExtendedLifetime(reader) { Data(count: 1) } })
        }
        let retrier = RequestRetrier(clock: clock, random: { 1 })
        let call = Task { try await retrier.intercept(request(), next: next).statusCode }
        try await clock.waitForSleepers()
        #expect(released.all == [503])
        clock.advance(by: .seconds(1))
        #expect(try await call.value == 200)
    }
}

/// An object that reports its release.
final class Reader: Sendable {
    private let onRelease: @Sendable () -> Void

    init(onRelease: @escaping @Sendable () -> Void) {
        self.onRelease = onRelease
    }

    deinit {
        onRelease()
    }
}
