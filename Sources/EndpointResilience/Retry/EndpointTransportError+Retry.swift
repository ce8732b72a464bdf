import EndpointController
import EndpointSupport
import Foundation

extension EndpointTransportError {
    /// Returns the meaning of this error for a retrier; throws if another attempt cannot help or must not be made.
    func retry(of request: URLRequest) throws(RetryRefusal) -> (cause: RetryBudget.Cause, isUnsent: Bool) {
        switch self {
        case .timedOut: (.timeout, false)
        case .notResponding, .truncated: (.failure, false)
        case .unreachable where isUntrusted: throw .untrusted
        case .unreachable: (.failure, !request.isIdempotent && provesUnsent(request))
        default: throw .unasked
        }
    }
}

extension URLRequest {
    var isIdempotent: Bool { HTTPMethod(rawValue: httpMethod ?? "GET").isIdempotent }

    /// A Boolean value that indicates whether only a cache may answer: another attempt would get the same answer.
    var isOnlyIfCached: Bool {
        cachePolicy == .returnCacheDataDontLoad
            || FieldList.members(of: value(forHTTPHeaderField: "Cache-Control") ?? "")
                .contains { $0.lowercased() == "only-if-cached" }
    }
}
