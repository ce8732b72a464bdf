#if AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// A filter for responses that would end the process or exhaust its memory.
///
/// It refuses a status below 100 and a response without a request, and holds a compressed body back until the client
/// reads. It also holds the end of a successful response back until the whole request has been sent, if the connection
/// stays open: otherwise, the client would stop sending, and never use the connection again. In the pipeline of a
/// connection, it precedes the decompressor and the client's state machine.
final class ResponseGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    struct InvalidResponse: Error {}

    /// The number of compressed bytes to decompress in one step; they expand to at most 1,032 times as many bytes.
    private static let pieceSize = 2_048

    private var isAsked = false
    /// A Boolean value that indicates whether the client has begun to send a request and will send the rest.
    private var isSending = false
    /// A Boolean value that indicates whether the client stopped sending because of the status.
    private var isRefused = false
    private var isCompressed = false
    private var isForwarding = false
    /// A Boolean value that indicates whether the client has asked for another part.
    private var isWanted = false
    /// The parts that wait until the client reads more, and an end that waits until the request has been sent.
    private var parts = CircularBuffer<HTTPClientResponsePart>()

    private var canForward: Bool {
        if case .end = parts.first { return !isSending }
        // Keep the last part for the end: see `channelRead`. The decompressor would drop an empty part.
        if isRefused, isAsked, parts.count == 1 { return false }
        return !parts.isEmpty
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
        case .head: (isAsked, isSending, isRefused) = (true, true, false)
        case .body: break
        case .end: endSending(context)
        }
        context.write(data, promise: promise)
    }

    private func endSending(_ context: ChannelHandlerContext) {
        isSending = false
        guard canForward else { return }
        // Later, because the client is still busy with the end of the request.
        context.eventLoop.assumeIsolated().execute { [self] in
            forwardPart(context)
            context.fireChannelReadComplete()
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if case .head(let head) = part {
            isCompressed = head.headers.contains(name: "Content-Encoding")
            if head.status.code < 100 { isAsked = false }
            // The client does not send the rest after such a status, and cannot after a server has closed the
            // connection.
            isRefused = isSending && head.status.code >= 300
            if isRefused || !head.isKeepAlive { isSending = false }
        }
        guard isAsked else {
            forwardAll(context)
            context.fireErrorCaught(InvalidResponse())
            return context.close(promise: nil)
        }
        switch part {
        case .body(var bytes) where isCompressed || !parts.isEmpty:
            while let piece = bytes.readSlice(length: min(bytes.readableBytes, Self.pieceSize)),
                piece.readableBytes > 0
            {
                parts.append(.body(piece))
            }
        case .end:
            isAsked = false
            // Without a part beside the end, the client would not report the end before the end of the request.
            if isRefused { context.fireChannelRead(wrapInboundOut(.body(ByteBuffer()))) }
            if parts.isEmpty, !isSending { context.fireChannelRead(data) } else { parts.append(part) }
        case .head, .body: context.fireChannelRead(data)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        forwardPart(context)
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        isWanted = true
        if isForwarding { return }
        isForwarding = true
        while isWanted, canForward {
            isWanted = false
            forwardPart(context)
            context.fireChannelReadComplete()
            // Start a read, as automatic reading would. The client passes the read on if it wants another part.
            context.channel.read()
        }
        isForwarding = false
        if isWanted { context.read() }
    }

    private func forwardPart(_ context: ChannelHandlerContext) {
        guard canForward, let part = parts.popFirst() else { return }
        context.fireChannelRead(wrapInboundOut(part))
        if case .end = parts.first, canForward, let end = parts.popFirst() {
            context.fireChannelRead(wrapInboundOut(end))
        }
    }

    // The next handlers stop at an error, and when the channel becomes inactive, so forward the waiting parts first.

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        forwardAll(context)
        context.fireErrorCaught(error)
    }

    func channelInactive(context: ChannelHandlerContext) {
        forwardAll(context)
        context.fireChannelInactive()
    }

    private func forwardAll(_ context: ChannelHandlerContext) {
        while let part = parts.popFirst() { context.fireChannelRead(wrapInboundOut(part)) }
    }
}
#endif
