#if Tracing
public import Endpoint
public import EndpointController
import Foundation
public import Tracing

/// Makes a span for each request, with the tracer of your program.
///
/// It is there if the package trait `Tracing` is on.
///
/// ```swift
/// let controller = EndpointController<APIError>(baseURL: staging, middleware: [token, RequestTracer()])
/// ```
///
/// The span is a child of the task's span, and ends with the response's body: when it has been read to its end, when
/// something failed, or when the rest was not wanted. It follows the semantic conventions of OpenTelemetry for HTTP
/// client spans. Its name is the method. A status of 400 or above is an error, and so is a response that is not whole.
/// Put it after a middleware that tries again to get a span for each attempt. Redirects are followed within one.
///
/// | attribute | value |
/// |---|---|
/// | `http.request.method` | the method, or `_OTHER` for an unknown one |
/// | `http.request.method_original` | an unknown method |
/// | `url.full` | the URL, its credentials hidden as by `curlCommand(hidingCredentials: true)` |
/// | `server.address`, `server.port` | the name or address of the server, and its port |
/// | `http.request.resend_count` | how many attempts came before, if any did |
/// | `http.response.status_code` | the status code, if there was a response |
/// | `error.type` | the status code of an error; if there was no whole response, `cancelled`, `invalid_request`, `redirect_refused`, `server_not_responding`, `server_unreachable`, `timeout` or `truncated_response` |
///
/// The context that the tracer propagates goes along as header fields such as `traceparent`, in place of the same
/// fields of the request. They go to the server of the request, as the conventions have it: trace identifiers are not
/// credentials. But baggage may be private. If it must not go to every server, pass `propagates`. A redirect to another
/// origin never takes it along.
public struct RequestTracer: EndpointMiddleware {
    private let tracer: (any Tracer)?
    private let otherMethods: Set<HTTPMethod>
    private let propagates: @Sendable (URLRequest) -> Bool

    /// Creates a middleware that traces.
    ///
    /// ```swift
    /// let tracer = RequestTracer { $0.url?.host()?.hasSuffix(".example.com") ?? false }
    /// ```
    ///
    /// - Parameters:
    ///   - tracer: Makes the spans and injects their context; nil for `InstrumentationSystem.tracer` and
    ///     `InstrumentationSystem.instrument`, as they are at the time of each request.
    ///   - otherMethods: Methods beyond the usual ones that you want to tell apart.
    ///   - propagates: Returns true if the context goes along with a request; by default always.
    public init(
        tracer: (any Tracer)? = nil,
        otherMethods: Set<HTTPMethod> = [],
        propagates: @escaping @Sendable (URLRequest) -> Bool = { _ in true }
    ) {
        self.tracer = tracer
        self.otherMethods = otherMethods
        self.propagates = propagates
    }

    /// Makes a span for a request and its outcome.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - next: The next middleware, or the transport, called with the context of the span.
    /// - Returns: The response.
    /// - Throws: Rethrows errors from `next`.
    public func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
        let method = request.knownMethod(or: otherMethods)
        let span = (tracer ?? InstrumentationSystem.tracer).startSpan(method ?? "HTTP", ofKind: .client)
        let shown = request.shown(for: next.endpoint)
        if span.isRecording { span.attributes.merge(Self.attributes(of: shown, method, attempt: next.attempt)) }
        let sent = propagates(request) ? injecting(span, into: request) : request
        let exchange = TracedExchange(span: span, request: shown)
        return try await ServiceContext.withValue(span.context) { try await next(sent, observer: exchange) }
    }

    private static func attributes(of request: URLRequest, _ method: String?, attempt: Int) -> SpanAttributes {
        let server = request.server
        var attributes: SpanAttributes = [:]
        attributes[ExchangeKey.method] = method ?? URLRequest.otherValue
        if method == nil { attributes["http.request.method_original"] = request.shownMethod }
        attributes[ExchangeKey.url] = request.shownURL
        attributes[ExchangeKey.serverAddress] = server.address
        if let port = server.port { attributes[ExchangeKey.serverPort] = port }
        if attempt > 1 { attributes["http.request.resend_count"] = attempt - 1 }
        return attributes
    }

    private func injecting(_ span: any Span, into request: URLRequest) -> URLRequest {
        let instrument: any Instrument = tracer ?? InstrumentationSystem.instrument
        var fields: [String: String] = [:]
        instrument.inject(span.context, into: &fields, using: FieldInjector())
        var request = request
        for (name, value) in fields {
            do {
                try HeaderFields.validate([name: value])
                request.setValue(value, forHTTPHeaderField: name)
            } catch {
                // The request is worth more than its trace, but the trace says that its context was not propagated.
                span.addEvent(SpanEvent(name: "Context not propagated", attributes: ["error": "\(error)"]))
            }
        }
        return request
    }
}
#endif
