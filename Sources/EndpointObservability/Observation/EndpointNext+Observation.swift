#if Logging || Metrics || Tracing
import EndpointController
@_spi(Tools) import Endpoint
import EndpointSupport
import Foundation

extension EndpointNext {
    /// The name of the endpoint: from its rules, otherwise its type; nil only in a test that does not set the endpoint.
    var endpointName: String? {
        (rules.endpointName ?? endpoint.map { String(describing: type(of: $0)) })?.visible
    }

    /// Continues with a request, and reports the exchange, including the reading of the body.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - onHead: A closure that receives the head of the response; by default, nothing receives it.
    ///   - onChunk: A closure that receives each chunk of the body as it is read, and the number of bytes of the body
    ///     so far, including this chunk; by default, nothing receives them.
    ///   - onEnd: A closure that receives the outcome exactly once, when the exchange ends.
    /// - Returns: The response.
    /// - Throws: Rethrows errors from the next middleware or the transport.
    func callAsFunction(
        _ request: URLRequest,
        onHead: @Sendable (EndpointResponseHead) -> Void = { _ in },
        onChunk: @escaping @Sendable (Data, _ total: Int64) -> Void = { _, _ in },
        onEnd: @escaping @Sendable (ExchangeOutcome) -> Void
    ) async throws -> EndpointStreamedResponse {
        let start = ContinuousClock.now
        let bytes = Locked<Int64>(0)
        let end = { @Sendable (statusCode: Int?, end: EndpointResponseBody.End) in
            let duration = start.duration(to: .now)
            onEnd(outcome(statusCode, end, bytes: bytes.withLock(\.self), duration))
        }
        var response: EndpointStreamedResponse
        do {
            response = try await self(request)
        } catch {
            end((error as? EndpointRefusedRedirect)?.response.head.statusCode, .failed(error))
            throw error
        }
        let head = response.head
        onHead(head)
        response.body = response.body.observed { chunk in
            let total = bytes.withLock { bytes in
                bytes += Int64(chunk.count)
                return bytes
            }
            onChunk(chunk, total)
        } onEnd: {
            end(head.statusCode, $0)
        }
        return response
    }

    private func outcome(
        _ statusCode: Int?,
        _ end: EndpointResponseBody.End,
        bytes: Int64,
        _ duration: Duration
    ) -> ExchangeOutcome {
        var end = end
        // When the time of the call is over, its task is cancelled. So a call that is cancelled just before its
        // deadline, but ends after it, counts as timed out.
        if hasTimedOut, case .failed(let error) = end,
            case .cancelled = EndpointError<EndpointDefaultServerError>(error, of: EndpointUnansweredCall())
        {
            end = .failed(EndpointTransportError.timedOut)
        }
        return ExchangeOutcome(statusCode: statusCode, end: end, bytes: bytes, duration: duration)
    }
}
#endif
