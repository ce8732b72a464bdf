#if AsyncHTTPClient
import AsyncHTTPClient
import EndpointTransports
import NIOCore
import NIOHTTP1

/// A filter for responses that would end the process or exhaust its memory.
///
/// The guard refuses a status below 100, and holds a compressed body back until the client reads. If the connection
/// stays open, the guard also holds back the end of a successful response until the whole request has been sent:
/// otherwise, the client could stop sending, and never use the connection again. In the pipeline of a connection, the
/// guard precedes the decompressor and the client's state machine.
///
/// The guard also marks the error of a connection that closes too early. If a new connection closes before its first
/// response, the mark tells the transport not to send the request again, because the server is probably down. If a
/// connection closes after a whole response to a request that is still being sent, the mark tells the transport to
/// return the response, not the error.
final class ResponseGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart

    /// The number of compressed bytes to decompress in one step; they expand to at most 1,032 times as many bytes.
    private static let pieceSize = 2_048

    private let start = NIODeadline.now()
    /// A Boolean value that indicates whether no response has begun, and the first request began soon after the start.
    ///
    /// A server that is not down may close a connection that waits for its first request.
    private var isNew = true
    /// A Boolean value that indicates whether the client has begun to send a request and will send the rest.
    private var isSending = false
    /// A Boolean value that indicates whether the client stopped sending because of the status.
    private var isRefused = false
    private var isCompressed = false
    private var isForwarding = false
    /// A Boolean value that indicates whether the client has asked for another part, and so has read all earlier ones.
    private var isWanted = false
    /// The compressed bytes that wait until the client reads more.
    private var bytes = ByteBuffer()
    /// The end of the response while it waits for `bytes` to be forwarded and the request to be sent; otherwise nil.
    private var end: HTTPClientResponsePart?

    private var canForward: Bool {
        if end != nil { return bytes.readableBytes > 0 || !isSending }
        // If the client has stopped sending, keep the last piece for the end: see `channelRead`. The decompressor would
        // drop an empty part.
        return bytes.readableBytes > (isRefused ? Self.pieceSize : 0)
    }

    static func add(to channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandler(ResponseGuard(), position: .after(decoder))
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head:
            (isSending, isRefused) = (true, false)
            if .now() - start > .seconds(2) { isNew = false }
        case .body: break
        case .end:
            isSending = false
            // Continue later, because the client is still busy with the end of the request.
            if end != nil {
                context.eventLoop.assumeIsolated().execute { [self] in channelReadComplete(context: context) }
            }
        }
        guard isNew, let promise else { return context.write(data, promise: promise) }
        // After a failed write, the client may report the error of the write before `channelInactive` is called.
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { [self] in promise.completeWith($0.mapError(marked)) }
        context.write(data, promise: written)
    }

    /// Returns the error, marked if it means that a new connection has closed before its first response.
    private func marked(_ error: any Error) -> any Error {
        let failure = AsyncHTTPClientError(underlying: error, isOfNewConnection: true)
        return isNew && failure.isClosedConnection ? failure : error
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if case .head(let head) = part, head.status.code >= 200 { isNew = false }
        switch part {
        case .head(let head) where head.status.code < 100:
            // After an error, the client closes the connection and ignores further parts.
            context.fireErrorCaught(HTTPParserError.invalidStatus)
        case .head(var head):
            let codings = head.headers["Content-Encoding"].joined(separator: ", ")
            isCompressed = !codings.isEmpty && head.status != .partialContent
            // A part of a coded body cannot be decoded by itself (RFC 9110, section 14.2). The decompressor looks only at
            // the first coding.
            if !codings.isEmpty, !isCompressed {
                head.headers.replaceOrAdd(name: "Content-Encoding", value: "identity, \(codings)")
            }
            // The decompressor does not know the other name of gzip (RFC 9110, section 8.4.1.3). The caller gets
            // "gzip".
            if head.headers["Content-Encoding"].contains(where: { $0.lowercased() == "x-gzip" }) {
                head.headers.replaceOrAdd(name: "Content-Encoding", value: "gzip")
            }
            // The client does not send the rest of a request after a status of 300 or above, and cannot send it after
            // the server has closed the connection.
            isRefused = isSending && head.status.code >= 300
            if isRefused || !head.isKeepAlive { isSending = false }
            context.fireChannelRead(wrapInboundOut(.head(head)))
        case .body(var more) where isCompressed:
            bytes.discardReadBytes()
            bytes.writeBuffer(&more)
        case .body:
            isWanted = false
            context.fireChannelRead(data)
        case .end:
            // Without a part before the end, the client would report the end only once the whole request has been sent.
            if isRefused { context.fireChannelRead(wrapInboundOut(.body(ByteBuffer()))) }
            end = part
            if bytes.readableBytes == 0 { forward(context) }
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if canForward { forward(context) }
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        isWanted = true
        if isForwarding { return }
        isForwarding = true
        while isWanted, canForward {
            isWanted = false
            channelReadComplete(context: context)
            // Start a read, as automatic reading would. The client passes the read on if it wants another part.
            context.channel.read()
        }
        isForwarding = false
        if isWanted { context.read() }
    }

    /// Forwards the next bytes, then the end unless it still waits for more bytes or for the request.
    private func forward(_ context: ChannelHandlerContext, atMost size: Int = ResponseGuard.pieceSize) {
        if let piece = bytes.readSlice(length: min(size, bytes.readableBytes)), piece.readableBytes > 0 {
            isWanted = false
            context.fireChannelRead(wrapInboundOut(.body(piece)))
        }
        guard bytes.readableBytes == 0, !isSending, let last = end else { return }
        (bytes, end) = (ByteBuffer(), nil)
        context.fireChannelRead(wrapInboundOut(last))
    }

    // The next handlers stop at an error or when the channel closes, so first forward everything that was held back.

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        var error = marked(error)
        if end != nil, isSending {
            // The client drops what it has not read when it learns of the error, so let it read first.
            channelReadComplete(context: context)
            context.channel.read()
            let isRead = isWanted && bytes.readableBytes == 0
            if isRead { error = AsyncHTTPClientError(underlying: error, isAfterWholeResponse: true) }
        }
        isSending = false
        forward(context, atMost: .max)
        context.fireErrorCaught(error)
    }

    func channelInactive(context: ChannelHandlerContext) {
        if isNew || end != nil && isSending {
            // The client would report the same error, but without the mark.
            errorCaught(context: context, error: HTTPClientError.remoteConnectionClosed)
        } else {
            forward(context, atMost: .max)
        }
        context.fireChannelInactive()
    }
}
#endif
