import Endpoint
import Foundation

/// One request under way and the response to it: where the delegate of the session puts what arrives, and where the
/// caller waits for it.
final class Exchange: Sendable {
    private struct State {
        var bodyFile: TemporaryFile?
        var head: EndpointResponseHead?
        var buffer = BodyBuffer()
        /// How much of the body has to be there before who waits is woken, as long as nothing of it has been read.
        var batchSize: Int
        /// How the exchange ended, once it has.
        var outcome: Result<Void, EndpointTransportError>?
        /// What has come since nobody waits any more.
        var unwanted: UnwantedBody?
        var onAbandon: (@Sendable () -> Void)?

        /// Whether there is enough to wake who waits.
        var hasNews: Bool {
            outcome != nil || unwanted != nil || head?.isRedirection == true
                || buffer.holds(atLeast: batchSize)
        }

        /// Takes note of how the exchange ended, unless it has, or nobody waits any more: who cancelled is told so.
        mutating func end(_ result: Result<Void, EndpointTransportError>) {
            if outcome == nil, unwanted == nil { outcome = result }
        }
    }

    /// The length of the request's body, if it is known.
    private let bodyLength: Int64?
    private let onUpload: (@Sendable (EndpointProgress) -> Void)?
    private let condition: AsyncCondition<State>

    init(batchSize: Int, bodyLength: Int64?, onUpload: (@Sendable (EndpointProgress) -> Void)?) {
        self.bodyLength = bodyLength
        self.onUpload = onUpload
        condition = AsyncCondition(State(batchSize: batchSize)) { $0.hasNews }
    }

    // MARK: For the caller

    /// Waits for the head of the response.
    func receiveHead() async throws(EndpointTransportError) -> EndpointResponseHead {
        try await wait { state throws(EndpointTransportError) in
            if let head = state.head { return head }
            if case .failure(let error) = state.outcome { throw error }
            return nil
        }
    }

    /// Waits for a chunk of the body, for at most so long; nil at its end.
    func receiveChunk(within timeout: Duration?) async throws(EndpointTransportError) -> Data? {
        try await wait(timeout) { state throws(EndpointTransportError) -> Data?? in
            do {
                if let chunk = try state.buffer.next() {
                    state.batchSize = 0
                    return .some(chunk)
                }
            } catch {
                throw .truncated(error)
            }
            guard let outcome = state.outcome else { return nil }
            try outcome.get()
            return .some(nil)
        }
    }

    /// Ends the exchange for the caller, at once.
    func abandon() {
        // To free a large file takes time, which is not to be taken while all others wait for the lock.
        let (tell, file, _) = condition.change { state in
            let onAbandon = state.unwanted == nil ? state.onAbandon : nil
            let unread = state.buffer
            state.unwanted = state.unwanted ?? UnwantedBody()
            state.buffer = BodyBuffer()
            return (onAbandon, state.bodyFile, unread)
        }
        file?.removeContent()
        tell?()
    }

    /// Ends the exchange because it takes too long, unless it has ended.
    func expire() {
        let isLate = condition.withLock { state in
            let isLate = state.outcome == nil && state.unwanted == nil
            state.end(.failure(.timedOut))
            return isLate
        }
        if isLate { abandon() }
    }

    // MARK: For the delegate

    /// Whether nobody waits any more.
    var isAbandoned: Bool { condition.withLock { $0.unwanted != nil } }

    /// Keeps the file that the request's body is read from, until the response has ended.
    func keep(_ file: TemporaryFile) {
        condition.withLock { $0.bodyFile = file }
    }

    /// The task is about to be started.
    ///
    /// - Parameter onAbandon: Called when nobody waits for the exchange any more.
    /// - Returns: Whether to start it: not if nobody waits by now.
    func start(onAbandon: @escaping @Sendable () -> Void) -> Bool {
        condition.withLock { state in
            state.onAbandon = onAbandon
            return state.unwanted == nil
        }
    }

    /// A part of the request's body has gone out.
    ///
    /// - Parameters:
    ///   - bytes: How many bytes the part has.
    ///   - total: How many have gone out in all.
    /// - Returns: Whether the task is to be cancelled now, because nobody waits for the response and there is much to go.
    func reportSent(_ bytes: Int, total: Int64) -> Bool {
        let isToEnd = condition.withLock { state in
            // A file that was emptied ends by itself.
            state.bodyFile == nil ? state.unwanted?.isToEnd(after: bytes) : state.unwanted.map { _ in false }
        }
        if isToEnd == nil { onUpload?(EndpointProgress(completed: total, total: bodyLength)) }
        return isToEnd ?? false
    }

    /// The head has arrived.
    func receive(_ head: EndpointResponseHead) {
        condition.change(wakingOn: DelegateQueue.waking) { $0.head = $0.head ?? head }
    }

    /// A chunk of the body has arrived.
    ///
    /// - Returns: Whether the task is to be cancelled now, because nobody waits for the rest and there is much of it.
    func receive(_ chunk: Data) -> Bool {
        condition.change(wakingOn: DelegateQueue.waking) { state in
            if state.unwanted != nil { return state.unwanted?.isToEnd(after: chunk.count) ?? false }
            do {
                try state.buffer.append(chunk)
            } catch {
                state.end(.failure(.truncated(error)))
                state.unwanted = UnwantedBody()
                state.buffer = BodyBuffer()
            }
            return false
        }
    }

    /// The response has ended, or there will be none.
    func complete(_ result: Result<Void, EndpointTransportError>) {
        condition.change(wakingOn: DelegateQueue.waking) { state in
            state.end(result)
            state.onAbandon = nil
            state.bodyFile = nil
        }
    }

    // MARK: Waiting

    /// Waits until the closure, which is called with the lock held, gives a value or throws.
    private func wait<Value>(
        _ timeout: Duration? = nil,
        for value: (inout State) throws(EndpointTransportError) -> Value?
    ) async throws(EndpointTransportError) -> Value {
        try await condition.wait(timeout: timeout.map { ($0, expire) }, onCancel: abandon) {
            state throws(EndpointTransportError) in
            guard state.unwanted != nil else { return try value(&state) }
            // What could not be kept is no fault of who waits.
            if case .failure(let error) = state.outcome { throw error }
            throw .cancelled
        }
    }
}
