import EndpointResilience
import EndpointTesting
import Foundation
import TestSupport
import Testing

@Suite("What a call says that is not sent again", .timeLimit(.minutes(1)))
struct RetryRefusalTests {
    private func error(
        _ rules: RetryRules = RetryRules(),
        budget: RetryBudget = RetryBudget(),
        to endpoint: RESTEndpoint<Void> = RESTEndpoint(path: "x"),
        _ answer: @escaping @Sendable (URLRequest) throws -> EndpointStreamedResponse
    ) async -> LoadError? {
        let retrier = RequestRetrier(rules, budget: budget, clock: InstantClock())
        let api = Controller(baseURL: baseURL, transport: Answering { try answer($0) }, middleware: [retrier])
        return await #expect(throws: LoadError.self) { try await api.load(endpoint) }
    }

    @Test("Names the reason after a response")
    func responses() async throws {
        let get = RESTEndpoint<Void>(path: "x")
        let post = RESTEndpoint<Void>(.post, path: "x")
        let long = "a pause of 300.0 seconds exceeds longestRetryAfter"
        let waiting = RetryRules { _ in .retry(after: .seconds(300)) }
        let rows: [(RetryRules, RetryBudget, RESTEndpoint<Void>, Int, [String: String], String?)] = [
            (RetryRules(), RetryBudget(), get, 503, [:], "no attempt is left of 3"),
            (RetryRules(), RetryBudget(), post, 503, [:], "POST is not repeatable"),
            (RetryRules(), RetryBudget(), get, 501, [:], "the rules do not list 501"),
            (RetryRules(), RetryBudget(), get, 503, ["Retry-After": "300"], long),
            (waiting, RetryBudget(), post, 409, [:], long),
            (RetryRules(), RetryBudget(capacity: 0), get, 503, [:], "the retry budget is used up"),
            (RetryRules { _ in .return }, RetryBudget(), get, 503, [:], "the rules return it"),
            (RetryRules(), RetryBudget(), get, 404, [:], nil),
        ]
        for (rules, budget, endpoint, statusCode, fields, reason) in rows {
            let error = await error(rules, budget: budget, to: endpoint) { answer(to: $0, statusCode, fields: fields) }
            let explanation = reason.map { "not sent again: \($0)" }
            #expect(error?.response?.explanation?.localizedDescription == explanation)
            if let explanation { #expect(error?.description.hasSuffix(" (\(explanation))") == true) }
        }
    }

    @Test(
        "Names the reason after an error",
        arguments: [
            (
                EndpointTransportError.notResponding(URLError(.networkConnectionLost)), HTTPMethod.get,
                "no attempt is left of 3"
            ),
            (.timedOut, .post, "POST is not repeatable"),
            (.unreachable(URLError(.serverCertificateUntrusted)), .get, "the connection is not trusted"),
        ])
    func errors(failure: EndpointTransportError, method: HTTPMethod, reason: String) async throws {
        let error = await error(to: RESTEndpoint<Void>(method, path: "x")) { _ in throw failure }
        #expect(
            error?.description.contains(" (not sent again: \(reason); \(method.rawValue) https://") == true,
            "\(String(describing: error))")
    }

    @Test("Says nothing after a call that succeeded later")
    func success() async throws {
        let attempts = Collected<Int>()
        let api = Controller(
            baseURL: baseURL,
            transport: Answering { request in
                attempts.append(1)
                return answer(to: request, attempts.all.count < 3 ? 503 : 200)
            }, middleware: [RequestRetrier(clock: InstantClock())])
        let (_, response) = try await api.loadWithResponse(RESTEndpoint<Data>(path: "x"))
        #expect(response.explanation == nil)
    }

    @Test("Says that a call ended while it waited for a place")
    func limit() async throws {
        let limit = CallLimit(1)
        let barrier = Barrier()
        let api = Controller(
            baseURL: baseURL,
            transport: Answering { request in
                await barrier.pass()
                return answer(to: request)
            }, middleware: [limit])
        async let first: Void = api.load(RESTEndpoint<Void>(path: "first"))
        try await barrier.waitForArrivals()
        let second = Task { try await api.load(RESTEndpoint<Void>(path: "second")) }
        while limit.waitingCount == 0 { await Task.yield() }
        second.cancel()
        let error = await #expect(throws: LoadError.self) { try await second.value }
        let text = "The call was cancelled (it waited for a place in CallLimit(1); GET \(baseURL)second)"
        #expect(error?.description == text)
        barrier.open()
        try await first
    }

    @Test("Says that the next attempt would come too late")
    func pause() async throws {
        let backoff = RetryBackoff(base: .seconds(600), longest: .seconds(600))
        let retrier = RequestRetrier(RetryRules(backoff: backoff), random: { 1 })
        let api = Controller(baseURL: baseURL, transport: Answering { answer(to: $0, 503) }, middleware: [retrier])
        let error = await #expect(throws: LoadError.self) { try await api.load(RESTEndpoint<Void>(path: "x")) }
        #expect(error?.response?.explanation?.localizedDescription == "not sent again: the pause would not end in time")
    }

    @Test("Says before which attempt a call ended")
    func waiting() async throws {
        let clock = ManualClock()
        let api = Controller(
            baseURL: baseURL, transport: Answering { answer(to: $0, 503) }, middleware: [RequestRetrier(clock: clock)])
        let call = Task { try await api.load(RESTEndpoint<Void>(path: "x")) }
        _ = try await clock.waitForSleepers()
        call.cancel()
        let error = await #expect(throws: LoadError.self) { try await call.value }
        #expect(error?.description == "The call was cancelled (before attempt 2; GET \(baseURL)x)")
    }
}
