#if AsyncHTTPClient
import AsyncHTTPClient
import Endpoint
import EndpointController
import Foundation
import NIOCore
import NIOHTTP1

/// A delegate that receives the events of one request from the client.
final class HTTPExchange: HTTPClientResponseDelegate, Sendable {
    typealias Response = Void

    private struct State {
        var sent: EndpointProgress
        var isHeadSent = false
        var isSent = false
        var head: EndpointResponseHead?
    }

    /// The channel from which the caller reads the response.
    let channel: EndpointResponseChannel
    /// The gate for a body that is read while it is sent; nil for any other body.
    let gate: PartGate?
    /// The transport, retained so that the client stays open until the exchange is released.
    private let transport: AsyncHTTPClientTransport
    /// The lease, retained so that the event loop counts as busy until the exchange is released.
    private let loop: EventLoopBalance.Lease
    private let request: OutgoingRequest
    private let onUpload: (@Sendable (EndpointProgress) -> Void)?
    private let state: Locked<State>

    init(
        _ request: OutgoingRequest,
        _ context: EndpointTransportContext,
        _ transport: AsyncHTTPClientTransport,
        _ loop: EventLoopBalance.Lease
    ) {
        self.request = request
        self.transport = transport
        self.loop = loop
        onUpload = context.onUpload
        channel = EndpointResponseChannel(context)
        gate = request.isStreamed ? PartGate() : nil
        state = Locked(State(sent: EndpointProgress(completed: 0, total: onUpload == nil ? nil : request.bodyLength)))
    }

    /// Observes the task of the request where necessary, and cancels the task if the channel is abandoned.
    func start(_ task: HTTPClient.Task<Void>) {
        // Two errors reach only the future of the task: the client was shut down, or the end of a streamed body could
        // not be sent. A client that the transport owns is not shut down before the exchange ends.
        if !transport.isOwner || gate != nil {
            task.futureResult.whenFailure { [self] in didReceiveError(task: task, $0) }
        }
        channel.whenAbandoned { [gate] in
            task.cancel()
            gate?.shut()
        }
    }

    var isHeadSent: Bool { state.withLock(\.isHeadSent) }

    /// Indicates whether the request can be sent again on another connection (RFC 9110, section 9.2.2).
    func canBeRepeated(after error: EndpointTransportError) -> Bool {
        guard case .notResponding(let cause) = error, cause.isClosedConnection else { return false }
        return request.hasRepeatableBody && (request.isIdempotent || !isHeadSent)
    }

    // MARK: For the client

    func didSendRequestHead(task: HTTPClient.Task<Void>, _ head: HTTPRequestHead) {
        state.withLock { $0.isHeadSent = true }
    }

    func didSendRequestPart(task: HTTPClient.Task<Void>, _ part: IOData) {
        gate?.open()
        guard let onUpload, part.readableBytes > 0 else { return }
        onUpload(
            state.withLock { state in
                state.sent.completed += Int64(part.readableBytes)
                return state.sent
            })
    }

    func didSendRequest(task: HTTPClient.Task<Void>) {
        state.withLock { $0.isSent = true }
    }

    func didVisitURL(task: HTTPClient.Task<Void>, _ request: HTTPClient.Request, _ head: HTTPResponseHead) {
        guard !transport.isOwner, [301, 302, 303, 304, 305, 307, 308].contains(head.status.code),
            head.headers.contains(name: "Location")
        else { return }
        // The client may follow the redirect as soon as this method returns, unless the task has ended by then.
        receive(head, .success(()), task)
    }

    func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        receive(head, nil, task)
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ part: ByteBuffer) -> EventLoopFuture<Void> {
        if channel.send(part.withUnsafeReadableBytes { Data($0) }) { return task.eventLoop.makeSucceededVoidFuture() }
        let drained = task.eventLoop.makePromise(of: Void.self)
        channel.whenDrained { drained.succeed() }
        return drained.futureResult
    }

    func didFinishRequest(task: HTTPClient.Task<Void>) {
        end(.success(()))
    }

    func didReceiveError(task: HTTPClient.Task<Void>, _ error: any Error) {
        let (isHeadSent, head) = state.withLock { ($0.isHeadSent, $0.head) }
        end(request.end(with: error, isHeadSent: isHeadSent, head: head))
    }

    private func end(_ outcome: Result<Void, EndpointTransportError>) {
        channel.finish(outcome)
        gate?.shut()
    }

    /// Takes a head and a result; if the result is nil, the request decides whether the exchange ends.
    private func receive(
        _ head: HTTPResponseHead,
        _ outcome: Result<Void, EndpointTransportError>?,
        _ task: HTTPClient.Task<Void>
    ) {
        let fields = head.headers.map { (name: $0.name, value: $0.value) }
        let head = EndpointResponseHead(url: request.url, statusCode: Int(head.status.code), fieldLines: fields)
        let isSent = state.withLock { state in
            state.head = head
            return state.isSent
        }
        if head.statusCode >= 200 { channel.send(head) }
        if head.statusCode >= 300 { gate?.hold() }
        guard let outcome = outcome ?? request.end(with: head, isSent: isSent) else { return }
        channel.finish(outcome)
        task.cancel()
    }
}
#endif
