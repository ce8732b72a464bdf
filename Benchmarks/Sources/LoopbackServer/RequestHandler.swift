import NIOCore
import NIOHTTP1

/// Answers the requests of a connection: with a large file at `export`, the length of the sent body at `uploads`, a
/// user after 0.2 s at `slow`, and a user at once at any other path.
final class RequestHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private static let user = ByteBuffer(string: #"{"id":867,"name":"Ada Lovelace","team":"R&D"}"#)
    private static let chunk = ByteBuffer(repeating: 0x2E, count: 262_144)
    private static let exportLength = 500_000_000

    private var path = ""
    private var received = 0
    /// The number of bytes of the large file that are still to be sent.
    private var rest = 0

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            path = head.uri
            received = 0
            if head.headers["Expect"].contains("100-continue") {
                let head = HTTPResponseHead(version: .http1_1, status: .continue)
                context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
            }
        case .body(let bytes): received += bytes.readableBytes
        case .end: respond(context)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if rest > 0 { sendRest(context) }
    }

    private func respond(_ context: ChannelHandlerContext) {
        switch path {
        case "/export":
            sendHead(context, "application/octet-stream", length: Self.exportLength)
            rest = Self.exportLength
            sendRest(context)
        case "/slow":
            let later = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            context.eventLoop.scheduleTask(in: .milliseconds(200)) {
                later.value.0.send(later.value.1, "application/json", Self.user)
            }
        case "/uploads": send(context, "text/plain", ByteBuffer(string: "\(received)"))
        default: send(context, "application/json", Self.user)
        }
    }

    private func send(_ context: ChannelHandlerContext, _ contentType: String, _ body: ByteBuffer) {
        sendHead(context, contentType, length: body.readableBytes)
        context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    private func sendHead(_ context: ChannelHandlerContext, _ contentType: String, length: Int) {
        let fields: HTTPHeaders = ["Content-Type": contentType, "Content-Length": "\(length)"]
        let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: fields)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
    }

    /// Sends as much as the client takes.
    private func sendRest(_ context: ChannelHandlerContext) {
        while rest > 0, context.channel.isWritable {
            let part = Self.chunk.getSlice(at: 0, length: min(rest, Self.chunk.readableBytes)) ?? ByteBuffer()
            rest -= part.readableBytes
            // Flushing may find the connection writable again, and call this method again.
            context.write(wrapOutboundOut(.body(.byteBuffer(part))), promise: nil)
            if rest == 0 { context.write(wrapOutboundOut(.end(nil)), promise: nil) }
            context.flush()
        }
    }
}
