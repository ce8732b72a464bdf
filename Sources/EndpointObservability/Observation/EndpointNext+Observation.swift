#if Logging || Metrics || Tracing
import EndpointController
import Foundation

protocol ExchangeObserver: Sendable {
    func received(_ head: EndpointResponseHead)

    /// Receives each chunk of the body as it is read.
    ///
    /// - Parameters:
    ///   - chunk: The next chunk of the body.
    ///   - total: The number of bytes of the body so far, including this chunk.
    func received(_ chunk: Data, total: Int64)

    /// Receives the outcome exactly once, when the exchange ends.
    func ended(_ outcome: ExchangeOutcome)
}

extension ExchangeObserver {
    func received(_ head: EndpointResponseHead) {}
    func received(_ chunk: Data, total: Int64) {}
}

extension EndpointNext {
    /// Continues with a request, and reports the exchange, including the reading of the body, to an observer.
    func callAsFunction(
        _ request: URLRequest,
        observer: some ExchangeObserver
    ) async throws -> EndpointStreamedResponse {
        let watch = ExchangeWatch(observer, self)
        var response: EndpointStreamedResponse
        do {
            response = try await self(request)
        } catch {
            watch.end(.failed(error))
            throw error
        }
        watch.begin(response.head)
        let body = response.body
        response.body = EndpointResponseBody {
            do {
                let chunk = try await body.nextChunk()
                if let chunk { watch.count(chunk) } else { watch.end(.complete) }
                return chunk
            } catch {
                watch.end(.failed(error))
                throw error
            }
        }
        return response
    }
}

/// An object that reports the end of an exchange to an observer exactly once.
///
/// The exchange counts as abandoned if the response's body is released before its end has been read.
private final class ExchangeWatch<Observer: ExchangeObserver>: Sendable {
    private struct State {
        var statusCode: Int?
        var bytes: Int64 = 0
        var hasEnded = false
    }

    private let observer: Observer
    private let next: EndpointNext
    private let start = ContinuousClock.now
    private let state = Locked(State())

    init(_ observer: Observer, _ next: EndpointNext) {
        self.observer = observer
        self.next = next
    }

    deinit {
        end(.abandoned)
    }

    func begin(_ head: EndpointResponseHead) {
        state.withLock { $0.statusCode = head.statusCode }
        observer.received(head)
    }

    func count(_ chunk: Data) {
        let total = state.withLock { state in
            state.bytes += Int64(chunk.count)
            return state.bytes
        }
        observer.received(chunk, total: total)
    }

    func end(_ end: ExchangeOutcome.End) {
        let last = state.withLock { state -> State? in
            defer { state.hasEnded = true }
            return state.hasEnded ? nil : state
        }
        guard let last else { return }
        var statusCode = last.statusCode
        if case .failed(let refused as RefusedResponse) = end { statusCode = refused.response.head.statusCode }
        observer.ended(
            ExchangeOutcome(
                statusCode: statusCode, end: end.naming(timeout: next.hasTimedOut), bytes: last.bytes,
                duration: .now - start))
    }
}

extension ExchangeOutcome.End {
    /// Replaces a cancellation with a timeout if the time of the call is over, because the task is then cancelled.
    ///
    /// So a call that is cancelled just before its deadline, but ends after it, counts as timed out.
    fileprivate func naming(timeout hasTimedOut: Bool) -> Self {
        guard hasTimedOut, case .failed(let error) = self,
            case .cancelled = EndpointError<EndpointDefaultServerError>(error)
        else { return self }
        return .failed(EndpointTransportError.timedOut)
    }
}
#endif
