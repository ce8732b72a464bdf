public import EndpointController
import EndpointSupport
import Foundation

/// Middleware that prints each request, as a curl command, and its response.
///
/// ```swift
/// let controller = EndpointController<APIError>(baseURL: staging, middleware: [token, DebugPrinter()])
/// ```
///
/// The printer prints the request that the previous middleware passes on, so in most cases put the printer last. To
/// print the requests that follow redirects too, call `oncePerRequest()`. It hides secrets in the request and the
/// response: see `Redaction`. For an endpoint that fails silently, it prints nothing if `next` throws an error or the
/// status code is 400 or higher. A stream in a request is read to its end, or up to 1 MiB, before the request is sent.
public struct DebugPrinter: EndpointMiddleware {
    /// The maximum number of bytes in a response body that is printed; for a longer body, only its length is printed.
    static let longestBody = 65_536

    private let redaction: Redaction
    private let output: @Sendable (String) -> Void

    /// Creates a printer.
    ///
    /// - Parameters:
    ///   - redaction: The secrets to hide in requests and responses; by default `.standard`.
    ///   - output: A closure that is called with each text: a request, the head of a response, a body or an error. No
    ///     line break is added to the text. The default is `print`.
    public init(redaction: Redaction = .standard, output: @escaping @Sendable (String) -> Void = { print($0) }) {
        self.redaction = redaction
        self.output = output
    }

    /// Prints a request and its outcome.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - next: The next middleware, or the transport.
    /// - Returns: The response.
    /// - Throws: Rethrows errors from `next`.
    public func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
        let command = next.shown(request).curlCommand(hiding: redaction)
        if next.rules.failsSilently != true { output(command) }
        var response: EndpointStreamedResponse
        do {
            response = try await next(request)
        } catch {
            if next.rules.failsSilently != true { output(next.shown(error, redaction)) }
            throw error
        }
        if next.rules.failsSilently == true {
            guard response.head.statusCode < 400 else { return response }
            output(command)
        }
        output(ResponseDump.head(response.head, next, redaction))
        response.body = printing(response.body, response.head.headerField("Content-Type") ?? "")
        return response
    }

    /// Returns a body that is printed after it has been read to its end.
    private func printing(_ body: EndpointResponseBody, _ contentType: String) -> EndpointResponseBody {
        let dump = Locked(ResponseDump.Body(contentType: contentType, limit: Self.longestBody, redaction))
        return body.observed { chunk in
            dump.withLock { $0.append(chunk) }
        } onEnd: { [output] end in
            if case .complete = end, let text = dump.withLock({ $0.text() }) { output(text) }
        }
    }
}
