#if Tracing
import EndpointController
import Foundation
import Tracing

struct TracedExchange: ExchangeObserver {
    let span: any Span
    let next: EndpointNext

    func ended(_ outcome: ExchangeOutcome) {
        if span.isRecording { record(outcome) }
        span.end()
    }

    private func record(_ outcome: ExchangeOutcome) {
        if let statusCode = outcome.statusCode { span.attributes[ExchangeKey.statusCode] = statusCode }
        guard outcome.isFailure else { return }
        span.attributes[ExchangeKey.errorType] = outcome.errorKind ?? outcome.statusCode.map { String($0) }
        // Do not record the error itself, because a tracer would export its whole text, with any credentials in it.
        span.setStatus(SpanStatus(code: .error, message: outcome.error.map { next.shown($0) }))
    }
}
#endif
