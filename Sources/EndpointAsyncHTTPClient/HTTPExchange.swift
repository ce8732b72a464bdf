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

    /// With so many bytes waiting to be read, the server has to wait too.
    private static let bufferLimit = 262_144

    private let request: OutgoingRequest
    private let deadline: DispatchTime
    private let ignoresRedirectBodies: Bool
    private let onUpload: (@Sendable (EndpointProgress) -> Void)?

    private let condition = AsyncCondition()
    private var task: HTTPClient.Task<Void>?
    private var sentBytes: Int64 = 0
    private var isHeadSent = false
    private var head: EndpointResponseHead?
    private var chunks: [Data] = []
    private var bufferedBytes = 0
    /// Kept when the server has to wait.
    private var goOn: EventLoopPromise<Void>?
    private var isWakeUpDue = false
    /// How the exchange ended, once it has.
    private var outcome: Result<Void, EndpointTransportError>?

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
            return outcome != nil
        }
        if isOver { task.cancel() }
    }

    /// Waits for the head of the response.
    func receiveHead() async throws(EndpointTransportError) -> EndpointResponseHead {
        try await condition.wait(onCancel: abandon) { () throws(EndpointTransportError) in
            if let head { return head }
            if case .failure(let error) = outcome { throw error }
            return nil
        }
    }

    /// Waits for a chunk of the body; nil at its end.
    func receiveChunk() async throws(EndpointTransportError) -> Data? {
        let (chunk, goOn) = try await condition.wait(onCancel: abandon) {
            () throws(EndpointTransportError) -> (Data?, EventLoopPromise<Void>?)? in
            guard chunks.isEmpty else { return takeChunk() }
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
            defer {
                if outcome == nil { outcome = .failure(.cancelled) }
                chunks = []
                self.goOn = nil
            }
            return (outcome == nil ? self.task : nil, self.goOn)
        }
        task?.cancel()
        goOn?.succeed()
    }

    private func takeChunk() -> (Data?, EventLoopPromise<Void>?) {
        let chunk = chunks.removeFirst()
        bufferedBytes -= chunk.count
        defer { if chunks.isEmpty { goOn = nil } }
        return (chunk, chunks.isEmpty ? goOn : nil)
    }

    // MARK: For the client

    func didSendRequestHead(task: HTTPClient.Task<Void>, _ head: HTTPRequestHead) {
        condition.withLock { isHeadSent = true }
    }

    func didSendRequestPart(task: HTTPClient.Task<Void>, _ part: IOData) {
        guard let onUpload else { return }
        let progress = condition.withLock {
            sentBytes += Int64(part.readableBytes)
            return EndpointProgress(completed: sentBytes, total: request.bodyLength)
        }
        if part.readableBytes > 0 { onUpload(progress) }
    }

    func didVisitURL(task: HTTPClient.Task<Void>, _ request: HTTPClient.Request, _ head: HTTPResponseHead) {
        guard ignoresRedirectBodies, head.isRedirect else { return }
        // The client goes where the redirect leads as soon as this returns, unless its task is over by then.
        receive(head, outcome: .success(()), on: task.eventLoop)
        task.cancel()
    }

    func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        receive(head, outcome: nil, on: task.eventLoop)
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
        let chunk = Data(buffer.readableBytesView)
        let goOn = condition.withLock { () -> EventLoopPromise<Void>? in
            guard outcome == nil else { return nil }
            chunks.append(chunk)
            bufferedBytes += chunk.count
            if bufferedBytes > Self.bufferLimit { self.goOn = task.eventLoop.makePromise() }
            return self.goOn
        }
        wakeSoon(on: task.eventLoop)
        return goOn?.futureResult ?? task.eventLoop.makeSucceededVoidFuture()
    }

    func didFinishRequest(task: HTTPClient.Task<Void>) {
        condition.change { outcome = outcome ?? .success(()) }
    }

    func didReceiveError(task: HTTPClient.Task<Void>, _ error: any Error) {
        condition.change { outcome = outcome ?? .failure(meaning(of: error)) }
    }

    private func receive(
        _ responseHead: HTTPResponseHead,
        outcome: Result<Void, EndpointTransportError>?,
        on loop: any EventLoop
    ) {
        let fields = responseHead.headers.map { (name: $0.name, value: $0.value) }
        let head = EndpointResponseHead(
            url: request.url, statusCode: Int(responseHead.status.code), fieldLines: fields)
        condition.withLock {
            guard self.outcome == nil else { return }
            self.head = head
            self.outcome = outcome
        }
        wakeSoon(on: loop)
    }

    /// Wakes who waits after all that has arrived by now has been handled: a short response wakes nobody twice.
    private func wakeSoon(on loop: any EventLoop) {
        let isDue = condition.withLock {
            defer { isWakeUpDue = true }
            return isWakeUpDue
        }
        guard !isDue else { return }
        loop.execute { [self] in condition.change { isWakeUpDue = false } }
    }

    /// What an error of the client means, as far as the exchange has come.
    private func meaning(of error: any Error) -> EndpointTransportError {
        if let error = error as? StreamedBody.Failure { return .invalidRequest(error.cause) }
        if error.isTimeout || deadline <= .now() { return .timedOut }
        if error.isInvalidRequest { return .invalidRequest(error) }
        if let error = request.invalidHeaderField { return .invalidRequest(error) }
        if head != nil { return .truncated(error) }
        return isHeadSent || error.isClosedConnection ? .notResponding(error) : .unreachable(error)
    }
}
#endif
