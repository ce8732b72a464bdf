#if Tracing
public import EndpointController
import Foundation
public import Tracing

/// A middleware that creates a span for each request, with the tracer of your program.
///
/// The middleware is available only if the package trait `Tracing` is on.
///
/// ```swift
/// let controller = EndpointController<APIError>(baseURL: staging, middleware: [token, RequestTracer()])
/// ```
///
/// The span is a child of the task's span, if there is one. It ends when the response's body has been read to its end,
/// when an error occurs, or when the caller drops the rest of the body. It follows the semantic conventions of
/// OpenTelemetry for HTTP client spans. Its name is the method, or `HTTP` for an unknown method, and the name of the
/// endpoint, as in `GET ListUsers`. The span is marked as an error if the status code is 400 or above, or if an error
/// occurs, such as a refused redirect. To get a span for each attempt, put the `RequestTracer` after a middleware that
/// retries. Redirects are followed within a single span, except with `oncePerRequest()`.
///
/// | attribute | value |
/// |---|---|
/// | `endpoint` | the name of the endpoint: see `EndpointRules.endpointName` |
/// | `http.request.method` | the method, or `_OTHER` for an unknown one |
/// | `http.request.method_original` | the method, if it is unknown |
/// | `url.full` | the URL, with secrets hidden: see `Redaction` |
/// | `server.address`, `server.port` | the name or address of the server, and its port |
/// | `http.request.resend_count` | the number of earlier attempts, if there were any |
/// | `http.response.status_code` | the status code, if there was a response |
/// | `error.type` | if an error occurred, `cancelled`, `invalid_request`, `middleware_failed`, `redirect_refused`, `server_not_responding`, `server_unreachable`, `timeout` or `truncated_response`; otherwise the status code, if it is 400 or above |
///
/// The context that the tracer propagates is sent in header fields such as `traceparent`, which replace fields of the
/// same name in the request. By default, every request that the middleware receives carries these fields, because trace
/// identifiers are not credentials. But baggage may be private: pass `propagates` to choose the requests that carry the
/// context. The request that follows a redirect to another origin does not carry the context.
public struct RequestTracer: EndpointMiddleware {
    private let tracer: (any Tracer)?
    private let otherMethods: Set<HTTPMethod>
    private let redaction: Redaction
    private let propagates: @Sendable (URLRequest) -> Bool

    /// Creates a middleware that traces requests.
    ///
    /// ```swift
    /// let tracer = RequestTracer { $0.url?.host()?.hasSuffix(".example.com") ?? false }
    /// ```
    ///
    /// - Parameters:
    ///   - tracer: The tracer, which creates spans and injects their context; by default nil, which stands for
    ///     `InstrumentationSystem.tracer` and `InstrumentationSystem.instrument` at the time of each request.
    ///   - otherMethods: Further methods to report by name; by default none.
    ///   - redaction: The secrets to hide in the URL and in errors; by default `.standard`.
    ///   - propagates: A closure that returns `true` if a request carries the context; by default, every request does.
    public init(
        tracer: (any Tracer)? = nil,
        otherMethods: Set<HTTPMethod> = [],
        redaction: Redaction = .standard,
        propagates: @escaping @Sendable (URLRequest) -> Bool = { _ in true }
    ) {
        self.tracer = tracer
        self.otherMethods = otherMethods
        self.redaction = redaction
        self.propagates = propagates
    }

    /// Creates a span for a request and its outcome.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - next: The next middleware, or the transport, called with the context of the span.
    /// - Returns: The response.
    /// - Throws: Rethrows errors from `next`.
    public func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
        let method = request.knownMethod(or: otherMethods)
        let name = [method ?? "HTTP", next.endpointName].compactMap(\.self).joined(separator: " ")
        let span = (tracer ?? InstrumentationSystem.tracer).startSpan(name, ofKind: .client)
        let shown = next.shown(request)
        if span.isRecording { span.attributes.merge(attributes(of: shown, method, next)) }
        let sent = next.isForFirstOrigin(request) && propagates(request) ? injecting(span, into: request) : request
        return try await ServiceContext.withValue(span.context) {
            try await next(sent) { outcome in
                if span.isRecording { record(outcome, in: span, next) }
                span.end()
            }
        }
    }

    private func record(_ outcome: ExchangeOutcome, in span: any Span, _ next: EndpointNext) {
        if let statusCode = outcome.statusCode { span.attributes[ExchangeKey.statusCode] = statusCode }
        guard outcome.isFailure else { return }
        span.attributes[ExchangeKey.errorType] = outcome.errorKind ?? outcome.statusCode.map { String($0) }
        // Do not record the error itself, because a tracer would export its whole text, with any credentials in it.
        span.setStatus(SpanStatus(code: .error, message: outcome.error.map { next.shown($0, redaction) }))
    }

    private func attributes(of request: URLRequest, _ method: String?, _ next: EndpointNext) -> SpanAttributes {
        let server = request.server
        var attributes: SpanAttributes = [:]
        if let name = next.endpointName { attributes[ExchangeKey.endpoint] = name }
        attributes[ExchangeKey.method] = method ?? URLRequest.otherValue
        if method == nil { attributes["http.request.method_original"] = request.shownMethod }
        attributes[ExchangeKey.url] = request.shownURL(redaction)
        attributes[ExchangeKey.serverAddress] = server.address
        if let port = server.port { attributes[ExchangeKey.serverPort] = port }
        if next.attempt > 1 { attributes["http.request.resend_count"] = next.attempt - 1 }
        return attributes
    }

    private func injecting(_ span: any Span, into request: URLRequest) -> URLRequest {
        let instrument: any Instrument = tracer ?? InstrumentationSystem.instrument
        var fields: [String: String] = [:]
        instrument.inject(span.context, into: &fields, using: FieldInjector())
        var request = request
        for (name, value) in fields {
            do {
                try request.setHeaderFields([name: value])
            } catch {
                // Send the request without the invalid field, and record the error in the span.
                span.addEvent(SpanEvent(name: "Context not propagated", attributes: ["error": "\(error)"]))
            }
        }
        return request
    }
}

private struct FieldInjector: Injector {
    func inject(_ value: String, forKey key: String, into fields: inout [String: String]) {
        fields[key] = value
    }
}
#endif
