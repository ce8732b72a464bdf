#if AsyncHTTPClient
import AsyncHTTPClient
import Endpoint
import EndpointController
import Foundation
import NIOCore
import NIOHTTP1

/// One request under way and the response to it: where the client puts what arrives, and where the caller waits for it.
///
/// `@unchecked Sendable`: all that changes is touched with `condition` locked.
final class HTTPExchange: HTTPClientResponseDelegate, @unchecked Sendable {
    typealias Response = Void

    private let request: OutgoingRequest
    private let deadline: DispatchTime
    private let ignoresRedirectBodies: Bool
    private let onUpload: (@Sendable (EndpointProgress) -> Void)?

    private let condition = AsyncCondition()
    private var task: HTTPClient.Task<Void>?
    private var sentBytes: Int64 = 0
    private var isHeadSent = false
    private var head: EndpointResponseHead?
    private var buffer = ChunkBuffer()
    /// How the exchange ended, once it has.
    private var outcome: Result<Void, EndpointTransportError>?
    /// Whether nobody waits any more.
    private var isAbandoned = false

    init(
        _ request: OutgoingRequest,
        _ deadline: DispatchTime,
        ignoresRedirectBodies: Bool,
        _ onUpload: (@Sendable (EndpointProgress) -> Void)?
    ) {
        self.request = request
        self.deadline = deadline
        self.ignoresRedirectBodies = ignoresRedirectBodies
        self.onUpload = onUpload
    }

    // MARK: For the caller

    /// The request is on its way.
    func start(_ task: HTTPClient.Task<Void>) {
        let isOver = condition.withLock {
            self.task = task
            return isAbandoned
        }
        if isOver { task.cancel() }
    }

    /// Waits for the head of the response.
    func receiveHead() async throws(EndpointTransportError) -> EndpointResponseHead {
        try await wait { () throws(EndpointTransportError) in
            if let head { return head }
            try outcome?.get()
            return nil
        }
    }

    /// Waits for a chunk of the body; nil at its end.
    func receiveChunk() async throws(EndpointTransportError) -> Data? {
        let (chunk, goOn) = try await wait {
            () throws(EndpointTransportError) -> (Data?, EventLoopPromise<Void>?)? in
            if let (chunk, goOn) = buffer.next() { return (chunk, goOn) }
            guard let outcome else { return nil }
            try outcome.get()
            return (nil, nil)
        }
        goOn?.succeed()
        return chunk
    }

    /// Ends the exchange for the caller, at once.
    func abandon() {
        let (task, goOn) = condition.change {
            isAbandoned = true
            return (outcome == nil ? self.task : nil, buffer.removeAll())
        }
        task?.cancel()
        goOn?.succeed()
    }

    /// Whether the request can be sent again, because its connection was closed and the server has not had it, or does
    /// not mind to have it twice.
    func canBeRepeated(after error: EndpointTransportError) -> Bool {
        guard case .notResponding(let cause) = error, cause.isClosedConnection else { return false }
        return request.hasRepeatableBody && (request.isIdempotent || !condition.withLock { isHeadSent })
    }

    private func wait<Value>(
        for value: () throws(EndpointTransportError) -> Value?
    ) async throws(EndpointTransportError) -> Value {
        try await condition.wait(onCancel: abandon) { () throws(EndpointTransportError) in
            if isAbandoned { throw .cancelled }
            return try value()
        }
    }

    // MARK: For the client

    func didSendRequestHead(task: HTTPClient.Task<Void>, _ head: HTTPRequestHead) {
        condition.withLock { isHeadSent = true }
    }

    func didSendRequestPart(task: HTTPClient.Task<Void>, _ part: IOData) {
        guard let onUpload, part.readableBytes > 0 else { return }
        let completed = condition.withLock {
            sentBytes += Int64(part.readableBytes)
            return sentBytes
        }
        onUpload(EndpointProgress(completed: completed, total: request.bodyLength))
    }

    func didVisitURL(task: HTTPClient.Task<Void>, _ request: HTTPClient.Request, _ head: HTTPResponseHead) {
        guard ignoresRedirectBodies, head.isRedirect else { return }
        // The client goes where the redirect leads as soon as this returns, unless its task is over by then.
        receive(head, .success(()), task)
    }

    func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        // An interim response that no other follows leads to something that is not HTTP (RFC 9110, section 15.2).
        let isInterim = head.status.code < 200
        receive(head, isInterim ? .failure(.notResponding(URLError(.badServerResponse))) : nil, task)
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ part: ByteBuffer) -> EventLoopFuture<Void> {
        let chunk = part.withUnsafeReadableBytes { Data($0) }
        let goOn = condition.change { isAbandoned ? nil : buffer.append(chunk, on: task.eventLoop) }
        return goOn ?? task.eventLoop.makeSucceededVoidFuture()
    }

    func didFinishRequest(task: HTTPClient.Task<Void>) {
        condition.change { outcome = outcome ?? .success(()) }
    }

    func didReceiveError(task: HTTPClient.Task<Void>, _ error: any Error) {
        condition.change {
            guard outcome == nil else { return }
            let isLate = deadline <= .now()
            outcome = .failure(request.meaning(of: error, isLate: isLate, isHeadSent: isHeadSent, hasHead: head != nil))
        }
    }

    /// Takes a head, and how the exchange ends with it, if it does.
    private func receive(
        _ head: HTTPResponseHead,
        _ outcome: Result<Void, EndpointTransportError>?,
        _ task: HTTPClient.Task<Void>
    ) {
        let fields = head.headers.map { (name: $0.name, value: $0.value) }
        let head = EndpointResponseHead(url: request.url, statusCode: Int(head.status.code), fieldLines: fields)
        condition.change {
            if case .failure = outcome {} else { self.head = head }
            self.outcome = outcome
        }
        if outcome != nil { task.cancel() }
    }
}
#endif
