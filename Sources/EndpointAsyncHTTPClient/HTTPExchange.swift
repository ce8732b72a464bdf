#if AsyncHTTPClient
import AsyncHTTPClient
import Endpoint
import EndpointController
import Foundation
import NIOCore
import NIOHTTP1

/// One request under way and the response to it: where the client puts what arrives, and where the caller waits for it.
final class HTTPExchange: HTTPClientResponseDelegate, Sendable {
    typealias Response = Void

    private struct State {
        var task: HTTPClient.Task<Void>?
        var sent: EndpointProgress
        var isHeadSent = false
        var isSent = false
        var head: EndpointResponseHead?
        var buffer = ChunkBuffer()
        /// How much of the body has to be there before who waits is woken, as long as nothing of it has been read.
        var batchSize: Int
        /// How the exchange ended, once it has.
        var outcome: Result<Void, EndpointTransportError>?
        /// Whether nobody waits any more.
        var isAbandoned = false

        /// Whether there is enough to wake who waits.
        var hasNews: Bool {
            outcome != nil || isAbandoned || head?.isRedirection == true || buffer.count >= batchSize
        }
    }

    private let request: OutgoingRequest
    private let isOfOwnClient: Bool
    private let onUpload: (@Sendable (EndpointProgress) -> Void)?
    private let condition: AsyncCondition<State>
    /// For a body that is read while it is sent.
    let gate: PartGate?

    init(
        _ request: OutgoingRequest,
        isOfOwnClient: Bool,
        batchSize: Int,
        _ onUpload: (@Sendable (EndpointProgress) -> Void)?
    ) {
        self.request = request
        self.isOfOwnClient = isOfOwnClient
        self.onUpload = onUpload
        let sent = EndpointProgress(completed: 0, total: onUpload == nil ? nil : request.bodyLength)
        condition = AsyncCondition(State(sent: sent, batchSize: batchSize)) { $0.hasNews }
        gate = request.isStreamed ? PartGate() : nil
    }

    // MARK: For the caller

    /// The request is on its way.
    func start(_ task: HTTPClient.Task<Void>) {
        // A client that was shut down tells its task alone. One of our own is not, as long as it is needed.
        if !isOfOwnClient || gate != nil {
            task.futureResult.whenFailure { [self] in didReceiveError(task: task, $0) }
        }
        let isOver = condition.withLock { state in
            state.task = task
            return state.isAbandoned || state.outcome != nil
        }
        if isOver { task.cancel() }
    }

    /// Waits for the head of the response.
    func receiveHead() async throws(EndpointTransportError) -> EndpointResponseHead {
        try await wait { state throws(EndpointTransportError) in
            if let head = state.head { return head }
            try state.outcome?.get()
            return nil
        }
    }

    /// Waits for a chunk of the body, for at most so long; nil at its end.
    func receiveChunk(within timeout: Duration?) async throws(EndpointTransportError) -> Data? {
        let (chunk, goOn) = try await wait(timeout) {
            state throws(EndpointTransportError) -> (ByteBuffer?, EventLoopPromise<Void>?)? in
            if let (chunk, goOn) = state.buffer.next() {
                state.batchSize = 0
                return (chunk, goOn)
            }
            guard let outcome = state.outcome else { return nil }
            try outcome.get()
            return (nil, nil)
        }
        goOn?.succeed()
        // Not where it arrives, so that what comes next can be read meanwhile.
        return chunk?.withUnsafeReadableBytes { Data($0) }
    }

    /// Ends the exchange for the caller, at once.
    func abandon() {
        let (task, goOn) = condition.change { state in
            state.isAbandoned = true
            return (state.outcome == nil ? state.task : nil, state.buffer.removeAll())
        }
        gate?.shut()
        task?.cancel()
        goOn?.succeed()
    }

    /// Ends the exchange because it takes too long.
    func expire() {
        let task = condition.change { state in
            defer { state.outcome = state.outcome ?? .failure(.timedOut) }
            return state.outcome == nil ? state.task : nil
        }
        gate?.shut()
        task?.cancel()
    }

    /// Whether the request can be sent again, because its connection was closed and the server has not had it, or does
    /// not mind to have it twice.
    func canBeRepeated(after error: EndpointTransportError) -> Bool {
        guard case .notResponding(let cause) = error, cause.isClosedConnection else { return false }
        return request.hasRepeatableBody && (request.isIdempotent || !condition.withLock(\.isHeadSent))
    }

    private func wait<Value>(
        _ timeout: Duration? = nil,
        for value: (inout State) throws(EndpointTransportError) -> Value?
    ) async throws(EndpointTransportError) -> Value {
        try await condition.wait(timeout: timeout.map { ($0, expire) }, onCancel: abandon) {
            state throws(EndpointTransportError) in
            if state.isAbandoned { throw .cancelled }
            return try value(&state)
        }
    }

    // MARK: For the client

    func didSendRequestHead(task: HTTPClient.Task<Void>, _ head: HTTPRequestHead) {
        condition.withLock { $0.isHeadSent = true }
    }

    func didSendRequestPart(task: HTTPClient.Task<Void>, _ part: IOData) {
        gate?.open()
        guard let onUpload, part.readableBytes > 0 else { return }
        condition.withLock { $0.sent.completed += Int64(part.readableBytes) }
        onUpload(condition.withLock(\.sent))
    }

    func didSendRequest(task: HTTPClient.Task<Void>) {
        condition.withLock { $0.isSent = true }
    }

    func didVisitURL(task: HTTPClient.Task<Void>, _ request: HTTPClient.Request, _ head: HTTPResponseHead) {
        guard !isOfOwnClient, head.isRedirect else { return }
        // The client goes where the redirect leads as soon as this returns, unless its task is over by then.
        receive(head, .success(()), task)
    }

    func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        receive(head, nil, task)
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ part: ByteBuffer) -> EventLoopFuture<Void> {
        let goOn = condition.change { $0.isAbandoned ? nil : $0.buffer.append(part, on: task.eventLoop) }
        return goOn ?? task.eventLoop.makeSucceededVoidFuture()
    }

    func didFinishRequest(task: HTTPClient.Task<Void>) {
        condition.change { $0.outcome = $0.outcome ?? .success(()) }
        gate?.shut()
    }

    func didReceiveError(task: HTTPClient.Task<Void>, _ error: any Error) {
        condition.change { state in
            guard state.outcome == nil else { return }
            state.outcome = request.end(with: error, isHeadSent: state.isHeadSent, head: state.head)
        }
        gate?.shut()
    }

    /// Takes a head, and how the exchange ends with it, if it does.
    private func receive(
        _ head: HTTPResponseHead,
        _ outcome: Result<Void, EndpointTransportError>?,
        _ task: HTTPClient.Task<Void>
    ) {
        let fields = head.headers.map { (name: $0.name, value: $0.value) }
        let head = EndpointResponseHead(url: request.url, statusCode: Int(head.status.code), fieldLines: fields)
        let isOver = condition.change { state in
            guard state.outcome == nil else { return true }
            state.outcome = outcome ?? request.end(with: head, isSent: state.isSent)
            if case .failure = state.outcome {} else { state.head = head }
            return state.outcome != nil
        }
        if head.statusCode >= 300 { gate?.hold() }
        if isOver { task.cancel() }
    }
}
#endif
