import InMemoryTracing
import Tracing

/// Spans as one tree per trace, with a line for each span.
struct SpanTree {
    let spans: [FinishedInMemorySpan]

    var text: String {
        lines(below: nil, indentation: "").joined(separator: "\n")
    }

    private func lines(below parent: String?, indentation: String) -> [String] {
        let children = spans.filter { $0.parentSpanID == parent }
            .sorted { $0.startInstant.nanosecondsSinceEpoch < $1.startInstant.nanosecondsSinceEpoch }
        return children.flatMap { span in
            [indentation + line(span)] + lines(below: span.spanID, indentation: indentation + "  ")
        }
    }

    private func line(_ span: FinishedInMemorySpan) -> String {
        let microseconds = (span.endInstant.nanosecondsSinceEpoch - span.startInstant.nanosecondsSinceEpoch) / 1_000
        let place = span.attributes["url.full"] ?? span.attributes["url.path"]
        let status = span.attributes["http.response.status_code"]
        return "\(span.kind) \(span.operationName) \(text(place)) → \(text(status)), \(microseconds) µs"
    }

    private func text(_ attribute: (any SpanAttributeConvertible)?) -> String {
        switch attribute?.toSpanAttribute() {
        case .string(let text): text
        case .int32(let number): "\(number)"
        case .int64(let number): "\(number)"
        default: ""
        }
    }
}
