#if AsyncHTTPClient
import AsyncHTTPClient
import EndpointSupport
import EndpointTransports
import Foundation
import NIOCore
import NIOHTTP1

/// One attempt to send a request, and the delegate that receives the events of the client's task.
final class HTTPExchange: HTTPClientResponseDelegate, Sendable {
    private struct State {
        var sent: EndpointProgress
        var isHeadSent = false
        var isSent = false
        var head: EndpointResponseHead?
        /// The number of bytes of the body that have arrived.
        var received = 0
        /// A Boolean value that indicates whether the server probably does not want the rest of the request body.
        var isRefused: Bool { head.map { $0.statusCode >= 300 } ?? false }
    }

    private let request: URLRequest
    /// A Boolean value that indicates whether the request may be sent again.
    private let isRepeatable: Bool
    private let body: StreamedBody?
    private let channel: EndpointResponseChannel
    private let onUpload: (@Sendable (EndpointProgress) -> Void)?
    private let state: Locked<State>
    /// The transport, retained so that the client stays open until the exchange is released.
    private let transport: AsyncHTTPClientTransport
    /// The index of the event loop, on which the request counts as in progress until the exchange is released.
    private let loop: Int

    init(
        _ request: OutgoingRequest,
        _ context: EndpointTransportContext,
        _ transport: AsyncHTTPClientTransport
    ) throws(EndpointTransportError) {
        if Task.isCancelled { throw .cancelled }
        self.request = request.urlRequest
        isRepeatable = request.canBeSentAgain
        self.transport = transport
        body = try request.streamedBody()
        channel = EndpointResponseChannel()
        onUpload = context.onUpload
        state = Locked(State(sent: EndpointProgress(completed: 0, total: onUpload == nil ? nil : request.bodyLength)))
        loop = transport.loops.take()
    }

    deinit {
        transport.loops.release(loop)
    }

    /// Sends the request and waits for the head of the response.
    func response() async throws(EndpointTransportError) -> EndpointStreamedResponse {
        let eventLoop = transport.loops.loops[loop]
        let outgoing = try request.clientRequest(
            body: body?.body(on: eventLoop) ?? request.httpBody.map { .byteBuffer(ByteBuffer(bytes: $0)) })
        let task = transport.client.execute(request: outgoing, delegate: self, eventLoop: .delegate(on: eventLoop))
        // Two errors reach only the future of the task: the client was shut down, or the end of a streamed body could
        // not be sent. A client that the transport owns is not shut down before the exchange ends.
        if !transport.isOwner || body != nil {
            task.futureResult.whenFailure { [self] in didReceiveError(task: task, $0) }
        }
        channel.whenAbandoned { [body] in
            task.cancel()
            body?.shut()
        }
        return try await channel.response()
    }

    var isHeadSent: Bool { state.withLock(\.isHeadSent) }

    /// Indicates whether the request can be sent again on another connection (RFC 9110, section 9.2.2).
    ///
    /// If a new connection fails, the server is probably down, and sending the request again would double the server's
    /// load.
    func canBeRepeated(after error: EndpointTransportError) -> Bool {
        guard case .notResponding(let cause as AsyncHTTPClientError) = error, cause.isClosedConnection,
            request.canBeReadAgain
        else { return false }
        return !isHeadSent || !cause.isOfNewConnection && isRepeatable
    }

    // MARK: For the client

    func didSendRequestHead(task: HTTPClient.Task<Void>, _ head: HTTPRequestHead) {
        state.withLock { $0.isHeadSent = true }
    }

    func didSendRequestPart(task: HTTPClient.Task<Void>, _ part: IOData) {
        let (sent, isRefused) = state.withLock { state in
            state.sent.completed += Int64(part.readableBytes)
            return (state.sent, state.isRefused)
        }
        if !isRefused { body?.goOn() }
        onUpload?(sent)
    }

    func didSendRequest(task: HTTPClient.Task<Void>) {
        state.withLock { $0.isSent = true }
    }

    /// Handles the head of a response.
    ///
    /// The client calls this method before it follows a redirect, so cancelling the task prevents that.
    func didVisitURL(task: HTTPClient.Task<Void>, _: HTTPClient.Request, _ head: HTTPResponseHead) {
        let fields = head.headers.map { (name: $0.name, value: String(FieldList.trimmed($0.value[...]))) }
        let head = EndpointResponseHead(url: request.url, statusCode: Int(head.status.code), fieldLines: fields)
        let (isSent, isRefused) = state.withLock { state in
            state.head = head
            return (state.isSent, state.isRefused)
        }
        // The only interim status that the client reports is 101, after which the server uses another protocol (RFC
        // 9110, section 15.2.2).
        if head.statusCode >= 200 { channel.send(head) }
        if isRefused { body?.hold() }
        // A client that the caller supplied may follow these redirects. Cancelling the task prevents that, and drops
        // the body.
        let isFollowed =
            !transport.isOwner && [301, 302, 303, 304, 305, 307, 308].contains(head.statusCode)
            && head.headerField("Location") != nil
        // At a status of 300 or above, the client stops sending. After a response without a body, it would then wait in
        // vain for the end of the request.
        if head.statusCode < 200 || isFollowed || isRefused && !isSent && request.isWhole(with: head) {
            channel.finish()
            task.cancel()
        }
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ part: ByteBuffer) -> EventLoopFuture<Void> {
        state.withLock { $0.received += part.readableBytes }
        if channel.send(part.withUnsafeReadableBytes { Data($0) }) { return task.eventLoop.makeSucceededVoidFuture() }
        let drained = task.eventLoop.makePromise(of: Void.self)
        channel.whenDrained { drained.succeed() }
        return drained.futureResult
    }

    func didFinishRequest(task: HTTPClient.Task<Void>) {
        end(nil)
    }

    func didReceiveError(task: HTTPClient.Task<Void>, _ error: any Error) {
        if (error as? AsyncHTTPClientError)?.isAfterWholeResponse == true { return end(nil) }
        let (isHeadSent, head, received) = state.withLock { ($0.isHeadSent, $0.head, $0.received) }
        let failure = EndpointTransportError(error, isHeadSent: isHeadSent, hasHead: head != nil)
        // The client treats some whole responses as cut short: a response without a body but with a content coding, or
        // a response on a connection that closes before the whole request has been sent.
        if case .truncated = failure, let head, request.isWhole(with: head, received) { return end(nil) }
        end(failure)
    }

    private func end(_ failure: EndpointTransportError?) {
        channel.finish(throwing: failure)
        body?.shut()
    }
}
#endif
