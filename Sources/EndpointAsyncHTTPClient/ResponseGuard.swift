#if AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// A filter for responses that would end the process or exhaust its memory.
///
/// It refuses a status below 100 and a response without a request, and holds a compressed body back until the client
/// reads. In the pipeline of a connection, it precedes the decompressor and the client's state machine.
final class ResponseGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    struct InvalidResponse: Error {}

    /// The number of compressed bytes to decompress in one step; they expand to at most 1,032 times as many bytes.
    private static let pieceSize = 2_048

    private var isAsked = false
    private var isCompressed = false
    private var isForwarding = false
    /// A Boolean value that indicates whether the client has asked for another part.
    private var isWanted = false
    /// The parts that wait until the client reads more.
    private var parts = CircularBuffer<HTTPClientResponsePart>()

    static func add(to channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandler(ResponseGuard(), position: .after(decoder))
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .head = unwrapOutboundIn(data) { isAsked = true }
        context.write(data, promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if case .head(let head) = part {
            isCompressed = head.headers.contains(name: "Content-Encoding")
            if head.status.code < 100 { isAsked = false }
        }
        guard isAsked else {
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
            if parts.isEmpty { context.fireChannelRead(data) } else { parts.append(part) }
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
        while isWanted, !parts.isEmpty {
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
        if let part = parts.popFirst() { context.fireChannelRead(wrapInboundOut(part)) }
        if case .end = parts.first, let end = parts.popFirst() { context.fireChannelRead(wrapInboundOut(end)) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        // The next handlers stop when the channel becomes inactive, so forward the waiting parts first.
        while let part = parts.popFirst() { context.fireChannelRead(wrapInboundOut(part)) }
        context.fireChannelInactive()
    }
}
#endif
