#if Logging
public import EndpointController
import Foundation
public import Logging

/// A middleware that logs each request and its outcome to your logger.
///
/// The middleware is available only if the package trait `Logging` is on.
///
/// ```swift
/// let logger = RequestLogger(Logger(label: "com.example.users"), largeResponse: 1_000_000)
/// let controller = EndpointController<APIError>(baseURL: staging, middleware: [token, logger])
/// ```
///
/// It logs the request that the preceding middleware passes on, so put it last in most cases. It writes a line for the
/// request and a line for the outcome. The line for the outcome follows when the response's body has been read to its
/// end, when an error occurs, or when the rest of the body is dropped, as a retrier does. At the level `trace`, further
/// lines contain the header fields and the bodies. If the logger has a metadata provider, its task-local values are in
/// the lines too, such as the identifier of the request that your service is handling. The metadata keys follow
/// OpenTelemetry's semantic conventions where these define a key:
///
/// | key | in | value |
/// |---|---|---|
/// | `http.request.method` | all | the method |
/// | `url.full` | all | the URL |
/// | `endpoint` | all | the name of the endpoint: see `EndpointRules.endpointName` |
/// | `attempt` | all | 1, or more if a middleware before this one retries |
/// | `http.request.body.size` | request | the number of bytes in the body, if there is a body and its length is known |
/// | `http.response.status_code` | outcome | the status code, if there was a response |
/// | `http.response.body.size` | outcome | the number of bytes of the body that were read, without content codings, if there was a response |
/// | `http.client.request.duration` | outcome | the seconds from the request to its outcome |
/// | `error.type` | outcome | if an error occurred, `cancelled`, `invalid_request`, `middleware_failed`, `redirect_refused`, `server_not_responding`, `server_unreachable`, `timeout` or `truncated_response` |
/// | `error.message` | outcome | if an error occurred, a sentence about it |
/// | `explanation` | outcome | after a failure, the words of a later middleware, such as why a retrier gave up: see `EndpointNext.explanation` |
/// | `http.request.header`, `http.response.header` | `trace` | the header fields, names in lower case |
/// | `http.request.body`, `http.response.body` | `trace` | the body, or a number of bytes if the body is incomplete, longer than `longestBody` or not UTF-8 text; omitted if the body is empty, or if a request's body is sent as a stream or from a file |
///
/// Secrets are hidden: see `Redaction`. Line breaks, control characters and format characters are escaped. For an
/// endpoint that fails silently, the request is logged only if the status is below 400, and the outcome only if the
/// body is then read to its end. While the level of the logger is above the level of every line, the middleware only
/// passes requests on.
public struct RequestLogger: EndpointMiddleware {
    let logger: Logger
    let requestLevel: Logger.Level
    let responseLevel: Logger.Level
    let failureLevel: Logger.Level
    let largeResponse: Int?
    let longestBody: Int
    let redaction: Redaction
    /// The level of the most severe line that may be logged.
    private let highestLevel: Logger.Level

    /// Creates a middleware that logs requests.
    ///
    /// - Parameters:
    ///   - logger: The logger that writes the lines, with its own level and metadata.
    ///   - requestLevel: The level of the line for a request; by default `debug`.
    ///   - responseLevel: The level of the line for a response whose status is below 400, even if the caller dropped
    ///     the rest of the body; by default `info`.
    ///   - failureLevel: The level of the line for an error, or for a response whose status is 400 or above; by default
    ///     `warning`.
    ///   - largeResponse: The number of bytes in a response's body above which a warning is logged while the body is
    ///     read; by default nil, for no warning.
    ///   - longestBody: The number of bytes above which only the length of a body is logged; by default 16,384.
    ///   - redaction: The secrets to hide in requests, responses and errors; by default `.standard`.
    public init(
        _ logger: Logger,
        requestLevel: Logger.Level = .debug,
        responseLevel: Logger.Level = .info,
        failureLevel: Logger.Level = .warning,
        largeResponse: Int? = nil,
        longestBody: Int = 16_384,
        redaction: Redaction = .standard
    ) {
        self.logger = logger
        self.requestLevel = requestLevel
        self.responseLevel = responseLevel
        self.failureLevel = failureLevel
        self.largeResponse = largeResponse
        self.longestBody = longestBody
        self.redaction = redaction
        let levels = [requestLevel, responseLevel, failureLevel] + (largeResponse == nil ? [] : [.warning])
        highestLevel = levels.max() ?? .warning
    }

    /// Logs a request and its outcome.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - next: The next middleware, or the transport.
    /// - Returns: The response.
    /// - Throws: Rethrows errors from `next`.
    public func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
        guard logger.logLevel <= highestLevel else { return try await next(request) }
        let exchange = LoggedExchange(self, request, next)
        // If the endpoint fails silently, the line for the request waits until the status is known.
        if next.rules.failsSilently != true { exchange.logRequest() }
        return try await next(
            request, onHead: exchange.received(_:), onChunk: exchange.received(_:total:), onEnd: exchange.ended)
    }
}
#endif
