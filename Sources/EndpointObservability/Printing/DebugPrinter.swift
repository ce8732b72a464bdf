public import EndpointController
import Foundation

/// Middleware that prints each request, as a curl command, and its response.
///
/// ```swift
/// let controller = EndpointController<APIError>(baseURL: staging, middleware: [token, DebugPrinter()])
/// ```
///
/// The printer prints the request that the previous middleware passes on, so in most cases put the printer last. To
/// print the requests that follow redirects too, call `seeingEachRequest()`. It
/// hides recognised credentials in the request and the response, as `curlCommand(hidingCredentials: true)` does. For an
/// endpoint that fails silently, it prints nothing if `next` throws an error or the status code is 400 or higher.
public struct DebugPrinter: EndpointMiddleware {
    /// The maximum number of bytes in a response body that is printed; for a longer body, only its length is printed.
    static let longestBody = 65_536

    private let output: @Sendable (String) -> Void

    /// Creates a printer.
    ///
    /// - Parameter output: A closure that is called with each text: a request, the head of a response, a body or an
    ///   error. No line break is added to the text. The default is `print`.
    public init(output: @escaping @Sendable (String) -> Void = { print($0) }) {
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
        let command = next.shown(request).curlCommand(hidingCredentials: true)
        if !next.failsSilently { output(command) }
        var response: EndpointStreamedResponse
        do {
            response = try await next(request)
        } catch {
            if !next.failsSilently { output(next.shown(error)) }
            throw error
        }
        if next.failsSilently {
            guard response.head.statusCode < 400 else { return response }
            output(command)
        }
        output(ResponseDump.head(response.head, next))
        response.body = printing(response.body, response.head.headerField("Content-Type") ?? "")
        return response
    }

    /// Returns a body that is printed after it has been read to its end.
    private func printing(_ body: EndpointResponseBody, _ contentType: String) -> EndpointResponseBody {
        let dump = Locked(ResponseDump.Body(contentType: contentType, limit: Self.longestBody))
        return EndpointResponseBody {
            let chunk = try await body.nextChunk()
            let text = dump.withLock { $0.text(after: chunk) }
            if let text { output(text) }
            return chunk
        }
    }
}
