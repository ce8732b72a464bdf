#if AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// Keeps from the client what would end the process or fill memory: a status below 100, a response that no request
/// asked for, and more of a compressed body than is being read.
///
/// It stands before the decompressor and the state machine of a connection.
final class ResponseGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    struct InvalidResponse: Error {}

    /// How much of a compressed body is decompressed at once: its 1,030-fold at most.
    private static let pieceSize = 2_048

    private var isAsked = false
    private var isCompressed = false
    /// The parts that wait until more is read.
    private var parts = CircularBuffer<HTTPClientResponsePart>()

    /// Adds a guard to a connection.
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
        guard !parts.isEmpty else { return context.read() }
        forwardPart(context)
        context.fireChannelReadComplete()
    }

    func channelInactive(context: ChannelHandlerContext) {
        while !parts.isEmpty { forwardPart(context) }
        context.fireChannelInactive()
    }

    private func forwardPart(_ context: ChannelHandlerContext) {
        if let part = parts.popFirst() { context.fireChannelRead(wrapInboundOut(part)) }
        if parts.count == 1, case .end = parts.first { forwardPart(context) }
    }
}
#endif
