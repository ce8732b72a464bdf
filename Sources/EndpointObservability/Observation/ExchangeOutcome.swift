#if Logging || Metrics || Tracing
import EndpointController
import Foundation

/// A type that no controller uses, so that an `EndpointError` of any controller counts as another controller's error.
private struct NoServerError: EndpointServerError {}

struct ExchangeOutcome: Sendable {
    /// The status code; nil if there was no response.
    let statusCode: Int?
    /// The end of the body; failed too if there was no response, or a redirect that was refused.
    let end: EndpointResponseBody.End
    /// The number of bytes of the body that were read.
    let bytes: Int64
    /// The time from the request to the end of the exchange.
    let duration: Duration

    /// The error that ended the exchange; nil, at any status, if the body was read to its end or the rest was dropped.
    var error: (any Error)? {
        if case .failed(let error) = end { error } else { nil }
    }

    /// A Boolean value that indicates whether the exchange has failed: with an error, or a status of 400 or above.
    var isFailure: Bool { error != nil || (statusCode ?? 0) >= 400 }

    /// The kind of the error, from a small set of words; nil if there was no error.
    var errorKind: String? {
        guard let error else { return nil }
        if error is EndpointRefusedRedirect { return "redirect_refused" }
        if case EndpointTransportError.truncated = error { return "truncated_response" }
        return switch EndpointError<NoServerError>(error, of: EndpointUnansweredCall()) {
        case .cancelled: "cancelled"
        case .serverUnreachable: "server_unreachable"
        case .serverNotResponding: "server_not_responding"
        case .timedOut: "timeout"
        case .middlewareFailed: "middleware_failed"
        default: "invalid_request"
        }
    }
}
#endif
