import EndpointController
import Foundation

/// The reason why a retrier does not send a request again.
enum RetryRefusal: Error {
    /// The response or the error does not ask for another attempt, as a 404 does not.
    case unasked
    case decided
    case status(Int)
    case notRepeatable(method: String)
    case bodyReadOnce
    case changedMethod
    case onlyIfCached
    case untrusted
    case longPause(Duration)
    case deadline
    case budget
    case attempts(Int)

    /// The refusal of a request that may not be sent again.
    init(_ request: URLRequest) {
        self = request.canBeReadAgain ? .notRepeatable(method: request.httpMethod ?? "GET") : .bodyReadOnce
    }
}

extension RetryRefusal: LocalizedError {
    var errorDescription: String? {
        switch self {
        case .unasked: nil
        case .decided: "not sent again: the rules return it"
        case .status(let code): "not sent again: the rules do not list \(code)"
        case .notRepeatable(let method): "not sent again: \(method) is not repeatable"
        case .bodyReadOnce: "not sent again: the body can be read only once"
        case .changedMethod: "not sent again: a redirect changed the method"
        case .onlyIfCached: "not sent again: only a stored response is accepted"
        case .untrusted: "not sent again: the connection is not trusted"
        case .longPause(let duration): "not sent again: a pause of \(duration) exceeds longestRetryAfter"
        case .deadline: "not sent again: the pause would not end in time"
        case .budget: "not sent again: the retry budget is used up"
        case .attempts(let count): "not sent again: no attempt is left of \(count)"
        }
    }
}
