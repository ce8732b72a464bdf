import EndpointResilience
import Foundation

extension RetryRules {
    /// Rules for servers that say in their own words how long to wait after a 429, or that waiting does not help.
    static let vendors = RetryRules(longestRetryAfter: .seconds(120)) { candidate in
        let response = candidate.response
        func field(_ name: String) -> String? { response.headerField(name) }
        func retry(at date: Date) -> RetryDecision { .retry(after: .seconds(date.timeIntervalSinceNow)) }

        guard response.statusCode == 429 else { return nil }
        // {"error": {"code": "insufficient_quota"}}: only a payment helps.
        let answer = try? JSONDecoder().decode([String: [String: String?]].self, from: response.body)
        if answer?["error"]?["code"] == "insufficient_quota" { return .return }
        // In milliseconds, as seconds since 1970, as an ISO date, and as 1m30s.
        if let time = field("Retry-After-Ms").flatMap(Int.init) { return .retry(after: .milliseconds(time)) }
        if let time = field("X-RateLimit-Reset").flatMap(Int.init) {
            return retry(at: Date(timeIntervalSince1970: Double(time)))
        }
        if let date = try? Date(field("RateLimit-Requests-Reset") ?? "", strategy: .iso8601) { return retry(at: date) }
        guard let time = field("X-RateLimit-Reset-Requests")?.wholeMatch(of: /(?:(\d{1,6})m)?(\d{1,6})s/)
        else { return nil }
        return .retry(after: .seconds((Int(time.1 ?? "") ?? 0) * 60 + (Int(time.2) ?? 0)))
    }
}
