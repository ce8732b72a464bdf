import EndpointResilience
import Foundation
import Testing

@testable import Resilience

/// Tests of the rules for the words of several vendors.
@Suite struct VendorRulesTests {
    private func decision(
        _ statusCode: Int = 429, _ fields: [String: String] = [:], body: String = ""
    ) async throws -> RetryDecision? {
        let request = URLRequest(url: try #require(URL(string: "https://api.example.com/")))
        let head = EndpointResponseHead(url: request.url, statusCode: statusCode, headerFields: fields)
        let response = EndpointResponse(request: request, head: head, body: Data(body.utf8))
        let decide = try #require(RetryRules.vendors.decide)
        return await decide(RetryCandidate(response: response))
    }

    @Test(arguments: [
        ("retry-after-ms", "150", Duration.milliseconds(150)), ("x-ratelimit-reset-requests", "1m30s", .seconds(90)),
        ("x-ratelimit-reset-requests", "7s", .seconds(7)), ("x-ratelimit-reset-requests", "soon", nil),
    ])
    func waitsForATime(field: String, value: String, time: Duration?) async throws {
        #expect(try await decision(429, [field: value]) == time.map { .retry(after: $0) })
        #expect(try await decision(503, [field: value]) == nil)
    }

    @Test func waitsForADate() async throws {
        let date = Date(timeIntervalSinceNow: 3_600)
        let fields = [
            "X-RateLimit-Reset": "\(Int(date.timeIntervalSince1970))",
            "RateLimit-Requests-Reset": date.formatted(.iso8601),
        ]
        for (name, value) in fields {
            guard case .retry(let time?) = try await decision(429, [name: value]) else {
                Issue.record("No time for \(name): \(value)")
                continue
            }
            #expect(time > .seconds(3_000) && time <= .seconds(3_600), "\(name): \(value)")
        }
    }

    @Test(arguments: [("insufficient_quota", RetryDecision.return), ("rate_limit_exceeded", nil)])
    func returnsAQuotaThatIsUsedUp(code: String, expected: RetryDecision?) async throws {
        let body = #"{"error":{"message":"Wait.","param":null,"code":"\#(code)"}}"#
        #expect(try await decision(429, body: body) == expected)
    }
}
