#if Logging || Metrics || Tracing
import EndpointController
import Foundation

extension EndpointNext {
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
        let watch = ExchangeWatch(self, onEnd)
        var response: EndpointStreamedResponse
        do {
            response = try await self(request)
        } catch {
            watch.end(.failed(error))
            throw error
        }
        watch.begin(response.head)
        onHead(response.head)
        let body = response.body
        response.body = EndpointResponseBody {
            do {
                let chunk = try await body.nextChunk()
                if let chunk { onChunk(chunk, watch.count(chunk)) } else { watch.end(.complete) }
                return chunk
            } catch {
                watch.end(.failed(error))
                throw error
            }
        }
        return response
    }
}

/// An object that reports the end of an exchange exactly once.
///
/// The exchange counts as abandoned if the response's body is released before its end has been read.
private final class ExchangeWatch: Sendable {
    private struct State {
        var statusCode: Int?
        var bytes: Int64 = 0
        var hasEnded = false
    }

    private let next: EndpointNext
    private let onEnd: @Sendable (ExchangeOutcome) -> Void
    private let start = ContinuousClock.now
    private let state = Locked(State())

    init(_ next: EndpointNext, _ onEnd: @escaping @Sendable (ExchangeOutcome) -> Void) {
        self.next = next
        self.onEnd = onEnd
    }

    deinit {
        end(.abandoned)
    }

    func begin(_ head: EndpointResponseHead) {
        state.withLock { $0.statusCode = head.statusCode }
    }

    /// Counts the bytes of a chunk, and returns the number of bytes so far.
    func count(_ chunk: Data) -> Int64 {
        state.withLock { state in
            state.bytes += Int64(chunk.count)
            return state.bytes
        }
    }

    func end(_ end: ExchangeOutcome.End) {
        let last = state.withLock { state -> State? in
            defer { state.hasEnded = true }
            return state.hasEnded ? nil : state
        }
        guard let last else { return }
        var (statusCode, end) = (last.statusCode, end)
        if case .failed(let refused as RefusedResponse) = end { statusCode = refused.response.head.statusCode }
        // When the time of the call is over, its task is cancelled. So a call that is cancelled just before its
        // deadline, but ends after it, counts as timed out.
        if next.hasTimedOut, case .failed(let error) = end,
            case .cancelled = EndpointError<EndpointDefaultServerError>(error)
        {
            end = .failed(EndpointTransportError.timedOut)
        }
        onEnd(ExchangeOutcome(statusCode: statusCode, end: end, bytes: last.bytes, duration: .now - start))
    }
}
#endif
