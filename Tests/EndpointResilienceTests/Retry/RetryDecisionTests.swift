import EndpointResilience
import EndpointTesting
import Foundation
import TestSupport
import Testing

/// Requests that are sent again because the server says that it did not act on them.
@Suite("RequestRetrier, the server's word", .timeLimit(.minutes(1)))
struct RetryDecisionTests {
    private let clock = InstantClock()

    private func retrier(_ rules: RetryRules) -> RequestRetrier {
        RequestRetrier(rules, clock: clock, random: { 1 })
    }

    @Test("Sends a POST again after a status in refusedStatusCodes, and no other", arguments: [429, 529, 503, 500])
    func refusedStatusCodes(_ statusCode: Int) async throws {
        let run = MiddlewareRun([.success(response(statusCode, ["Retry-After": "7"])), .success(response(201))])
        let rules = RetryRules(refusedStatusCodes: [429, 529])
        let status = try await retrier(rules).intercept(request("POST"), next: run.next).statusCode
        let repeats = statusCode == 429 || statusCode == 529
        #expect(status == (repeats ? 201 : statusCode))
        #expect(run.sent.all.count == (repeats ? 2 : 1))
        // The pause of throttling, and what the server asks for.
        #expect(clock.sleeps.all == (repeats ? [.seconds(8)] : []))
    }

    @Test("Follows decide, for any method and any status", arguments: ["GET", "POST"], [200, 409, 503])
    func decide(_ method: String, _ statusCode: Int) async throws {
        let rules = RetryRules { candidate in
            #expect(candidate.attempt == 1 || candidate.attempt == 2)
            #expect(candidate.request.httpMethod == method)
            return switch candidate.response.headerField("Should-Retry") {
            case "true": .retry
            case "false": .return
            default: nil
            }
        }
        let willing = MiddlewareRun([
            .success(response(statusCode, ["Should-Retry": "true"])), .success(response(204)),
        ])
        #expect(try await retrier(rules).intercept(request(method), next: willing.next).statusCode == 204)
        let unwilling = MiddlewareRun([
            .success(response(statusCode, ["Should-Retry": "false"])), .success(response(204)),
        ])
        #expect(try await retrier(rules).intercept(request(method), next: unwilling.next).statusCode == statusCode)
        let silent = MiddlewareRun(statusCodes: [statusCode, 204])
        let status = try await retrier(rules).intercept(request(method), next: silent.next).statusCode
        #expect(status == (method == "GET" && statusCode == 503 ? 204 : statusCode))
    }

    @Test("Asks decide before refusedStatusCodes")
    func precedence() async throws {
        let run = MiddlewareRun(statusCodes: [429, 201])
        let rules = RetryRules(refusedStatusCodes: [429]) { _ in .return }
        #expect(try await retrier(rules).intercept(request("POST"), next: run.next).statusCode == 429)
    }

    @Test("Makes no more attempts than the rules allow, even if decide asks for one")
    func attempts() async throws {
        let run = MiddlewareRun(statusCodes: [409])
        let numbers = Collected<Int>()
        let rules = RetryRules(attempts: 4) { candidate in
            numbers.append(candidate.attempt)
            return .retry
        }
        #expect(try await retrier(rules).intercept(request("POST"), next: run.next).statusCode == 409)
        #expect(run.sent.all.count == 4 && numbers.all == [1, 2, 3, 4])
    }

    @Test("Waits as long as decide says, in place of Retry-After", arguments: [1_500, 0, -3])
    func pause(milliseconds: Int) async throws {
        let run = MiddlewareRun([.success(response(503, ["Retry-After": "7"])), .success(response(201))])
        let rules = RetryRules { $0.attempt == 1 ? .retry(after: .milliseconds(milliseconds)) : nil }
        #expect(try await retrier(rules).intercept(request("POST"), next: run.next).statusCode == 201)
        #expect(clock.sleeps.all == [.milliseconds(max(milliseconds, 0))])
    }

    @Test("Returns the response if decide asks for a pause that the call has no time for, or the budget no tokens")
    func limits() async throws {
        let rules = RetryRules { _ in .retry(after: .seconds(30)) }
        let short = MiddlewareRun([.success(response(503))], deadline: .now + .seconds(20))
        #expect(try await retrier(rules).intercept(request(), next: short.next).statusCode == 503)
        let poor = RequestRetrier(rules, budget: RetryBudget(capacity: 0), clock: clock)
        #expect(try await poor.intercept(request(), next: MiddlewareRun(statusCodes: [503]).next).statusCode == 503)
        #expect(short.sent.all.count == 1 && clock.sleeps.all.isEmpty)
    }

    private static let repeatingRules = [
        "repeats refused requests": RetryRules(refusedStatusCodes: [429]),
        "decides to retry": RetryRules { _ in .retry },
    ]

    @Test("Returns the response to a body that cannot be read again")
    func oneStream() async throws {
        var upload = request("POST")
        upload.httpBodyStream = InputStream(data: Data("once".utf8))
        for (name, rules) in Self.repeatingRules {
            let run = MiddlewareRun(statusCodes: [429, 201])
            #expect(try await retrier(rules).intercept(upload, next: run.next).statusCode == 429, "\(name)")
            #expect(run.sent.all.count == 1, "\(name)")
        }
    }

    @Test("Does not send a POST again that a redirect turned into a GET")
    func redirectedPost() async throws {
        for (name, rules) in Self.repeatingRules {
            let sent = Collected<String?>()
            let transport = Answering { request in
                sent.append(request.httpMethod)
                if request.httpMethod == "GET" { return answer(to: request, 429) }
                return answer(to: request, 303, fields: ["Location": "/done"])
            }
            let api = Controller(baseURL: baseURL, transport: transport, middleware: [retrier(rules)])
            let error = await #expect(throws: LoadError.self) {
                try await api.load(RESTEndpoint<Data>(.post, path: "orders"))
            }
            #expect(error?.response?.statusCode == 429, "\(name)")
            #expect(sent.all == ["POST", "GET"], "\(name)")
        }
    }
}
