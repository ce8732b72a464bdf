#if Logging
import EndpointController
@_spi(Tools) import Endpoint
import EndpointSupport
import Foundation
import Logging

/// A request whose course a ``RequestLogger`` logs.
struct LoggedExchange: Sendable {
    private let options: RequestLogger
    private let request: URLRequest
    private let next: EndpointNext
    private let state = Locked(State())

    private struct State {
        /// A Boolean value that indicates whether the response is a failure that must not be logged.
        var isHidden = false
        /// The content of the response to show; nil to show none.
        var content: Content?
    }

    private struct Content {
        var fields: Logger.Metadata
        var body: ResponseDump.Body
    }

    init(_ options: RequestLogger, _ request: URLRequest, _ next: EndpointNext) {
        self.options = options
        self.request = next.shown(request)
        self.next = next
    }

    private var logger: Logger { options.logger }

    /// The metadata that all lines share.
    private var common: Logger.Metadata {
        var metadata: Logger.Metadata = [
            ExchangeKey.method: "\(request.shownMethod)",
            ExchangeKey.url: "\(request.shownURL(options.redaction))",
            "attempt": "\(next.attempt)",
        ]
        if let name = next.endpointName { metadata[ExchangeKey.endpoint] = "\(name)" }
        return metadata
    }

    func logRequest() {
        logger.log(level: options.requestLevel, "Request", metadata: requestMetadata)
        logger.trace("Content of the request", metadata: requestContent)
    }

    func received(_ head: EndpointResponseHead) {
        if next.rules.failsSilently == true {
            guard head.statusCode < 400 else { return state.withLock { $0.isHidden = true } }
            logRequest()
        }
        guard logger.logLevel == .trace else { return }
        let contentType = head.headerField("Content-Type") ?? ""
        state.withLock {
            $0.content = Content(
                fields: shown(head.headerFields.map { ($0, $1) }),
                body: ResponseDump.Body(contentType: contentType, limit: options.longestBody, options.redaction))
        }
    }

    func received(_ chunk: Data, total: Int64) {
        let isHidden = state.withLock { state in
            state.content?.body.append(chunk)
            return state.isHidden
        }
        // Warn once: only one chunk crosses the limit.
        guard let size = options.largeResponse, total > size, total - Int64(chunk.count) <= size, !isHidden else {
            return
        }
        logger.warning("Response is larger than \(size) bytes", metadata: common)
    }

    func ended(_ outcome: ExchangeOutcome) {
        // A response that is too late or too large may end as abandoned, so an abandoned response may be a failure.
        if next.rules.failsSilently == true {
            guard case .complete = outcome.end, !outcome.isFailure else { return }
        }
        let level = outcome.isFailure ? options.failureLevel : options.responseLevel
        let message: Logger.Message =
            switch outcome.end {
            case .complete: "Response"
            case .abandoned: "Response, body not read to its end"
            case .failed: "Request failed"
            }
        logger.log(level: level, message, metadata: metadata(outcome))
        if let shown = state.withLock(\.content) {
            logger.trace("Content of the response", metadata: responseContent(shown, outcome))
        }
    }

    private var requestMetadata: Logger.Metadata {
        var metadata = common
        if let size = try? request.endpointBody?.contentLength { metadata[ExchangeKey.requestSize] = "\(size)" }
        return metadata
    }

    private var requestContent: Logger.Metadata {
        var metadata = common
        metadata["http.request.header"] = .dictionary(shown((request.allHTTPHeaderFields ?? [:]).map { ($0, $1) }))
        if let body = request.httpBody {
            let contentType = request.value(forHTTPHeaderField: "Content-Type") ?? ""
            var dump = ResponseDump.Body(contentType: contentType, limit: options.longestBody, options.redaction)
            dump.append(body)
            metadata["http.request.body"] = dump.text().map { "\($0.visible)" }
        }
        return metadata
    }

    private func metadata(_ outcome: ExchangeOutcome) -> Logger.Metadata {
        var metadata = common
        metadata[ExchangeKey.duration] = "\(outcome.duration / .seconds(1))"
        if let statusCode = outcome.statusCode {
            metadata[ExchangeKey.statusCode] = "\(statusCode)"
            metadata[ExchangeKey.responseSize] = "\(outcome.bytes)"
        }
        if let kind = outcome.errorKind { metadata[ExchangeKey.errorType] = "\(kind)" }
        if outcome.isFailure, let explanation = next.explanation {
            metadata["explanation"] = "\(next.shown(explanation, options.redaction))"
        }
        if let error = outcome.error { metadata["error.message"] = "\(next.shown(error, options.redaction))" }
        return metadata
    }

    private func responseContent(_ content: Content, _ outcome: ExchangeOutcome) -> Logger.Metadata {
        var metadata = common
        metadata["http.response.header"] = .dictionary(content.fields)
        if case .complete = outcome.end {
            metadata["http.response.body"] = content.body.text().map { "\($0.visible)" }
        } else {
            // Part of a body could show a credential that is hidden in the whole body.
            metadata["http.response.body"] = "(\(outcome.bytes) bytes)"
        }
        return metadata
    }

    private func shown(_ fields: [(name: String, value: String)]) -> Logger.Metadata {
        fields.reduce(into: [:]) { metadata, field in
            metadata[field.name.lowercased().visible] =
                "\(next.shown(field.value, ofField: field.name, options.redaction))"
        }
    }
}
#endif
