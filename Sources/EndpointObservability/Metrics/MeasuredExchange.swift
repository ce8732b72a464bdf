#if Metrics
import EndpointController
import Foundation
import Metrics

struct MeasuredExchange: ExchangeObserver {
    let factory: any MetricsFactory
    let dimensions: [(String, String)]

    func ended(_ outcome: ExchangeOutcome) {
        let dimensions = dimensions + [("outcome", outcome.errorKind ?? Self.statusClass(outcome.statusCode))]
        Counter(label: "http.client.requests", dimensions: dimensions, factory: factory).increment()
        Metrics.Timer(label: ExchangeKey.duration, dimensions: dimensions, factory: factory)
            .record(duration: outcome.duration)
        guard outcome.statusCode != nil else { return }
        Recorder(label: "http.client.response.body.size", dimensions: dimensions, factory: factory)
            .record(outcome.bytes)
    }

    private static func statusClass(_ statusCode: Int?) -> String {
        guard let statusCode, (100..<600).contains(statusCode) else { return URLRequest.otherValue }
        return "\(statusCode / 100)xx"
    }
}
#endif
