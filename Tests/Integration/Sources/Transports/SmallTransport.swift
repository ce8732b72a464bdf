import AsyncHTTPClient
import EndpointTransports
import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOHTTPCompression

/// A transport made of the public interface alone: a channel, and a delegate that fills it.
struct SmallTransport: EndpointTransport {
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.decompression = .enabled(limit: .none)
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    func send(
        _ outgoing: OutgoingRequest, context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        let request = outgoing.urlRequest
        if Task.isCancelled { throw .cancelled }
        let channel = EndpointResponseChannel()
        let loop = Self.client.eventLoopGroup.any()
        do {
            var fields = HTTPHeaders((request.allHTTPHeaderFields ?? [:]).map { ($0, $1) })
            // Use each connection once, so that no request is sent on a closed connection.
            fields.replaceOrAdd(name: "Connection", value: "close")
            // After an early failure, the client may never finish a streamed body. So send data in one part.
            let data = context.onUpload == nil ? request.httpBody : nil
            let stream = data == nil ? request.httpBodyStream ?? request.httpBody.map { InputStream(data: $0) } : nil
            let writer = stream.map { BodyWriter($0, length: outgoing.bodyLength, context.onUpload) }
            let body = data.map { .data($0) } ?? writer.map { $0.body(on: loop) }
            let outgoing = try HTTPClient.Request(
                url: request.url?.absoluteString ?? "", method: .init(rawValue: request.httpMethod ?? "GET"),
                headers: fields, body: body)
            let filler = ChannelFiller(channel, request.url, writer)
            let task = Self.client.execute(
                request: outgoing, delegate: filler, eventLoop: .delegate(on: loop))
            channel.whenAbandoned { task.cancel() }
        } catch { throw .invalidRequest(error) }
        return try await channel.response()
    }
}

/// `@unchecked Sendable`: the client calls it on one event loop.
private final class ChannelFiller: HTTPClientResponseDelegate, @unchecked Sendable {
    private let channel: EndpointResponseChannel
    private let url: URL?
    private let writer: BodyWriter?
    private var hasHead = false

    init(_ channel: EndpointResponseChannel, _ url: URL?, _ writer: BodyWriter?) {
        (self.channel, self.url, self.writer) = (channel, url, writer)
    }

    func didSendRequestPart(task: HTTPClient.Task<Void>, _ part: IOData) { writer?.partSent(part.readableBytes) }

    func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        guard head.status != .switchingProtocols else {
            return task.eventLoop.makeFailedFuture(URLError(.badServerResponse))
        }
        hasHead = true
        let fields = head.headers.map { (name: $0.name, value: $0.value) }
        channel.send(EndpointResponseHead(url: url, statusCode: Int(head.status.code), fieldLines: fields))
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
        let isRead = task.eventLoop.makePromise(of: Void.self)
        if channel.send(Data(buffer.readableBytesView)) {
            isRead.succeed()
        } else {
            channel.whenDrained { isRead.succeed() }
        }
        return isRead.futureResult
    }

    func didFinishRequest(task: HTTPClient.Task<Void>) { channel.finish() }

    func didReceiveError(task: HTTPClient.Task<Void>, _ error: any Error) {
        writer?.end()
        if let failure = error as? BodyWriter.Failure {
            return channel.finish(throwing: .invalidRequest(failure.cause))
        }
        let isRefused = (error as? IOError)?.errnoCode == ECONNREFUSED
        let isOfExchange =
            error is HTTPClientError || error is HTTPParserError || error is ChannelError || error is IOError
        let isAnswered = isOfExchange && !isRefused || error is URLError
        channel.finish(throwing: hasHead ? .truncated(error) : isAnswered ? .notResponding(error) : .unreachable(error))
    }
}

/// Writes a body on a thread, no more than two parts ahead of the client.
///
/// `@unchecked Sendable`: `sent` is used on the event loop of the client, and the stream on the thread.
private final class BodyWriter: @unchecked Sendable {
    struct Failure: Error { let cause: any Error }
    private let stream: InputStream
    private let length: Int64?
    private let onUpload: (@Sendable (EndpointProgress) -> Void)?
    private let places = DispatchSemaphore(value: 0)
    private let hasEnded = NIOLockedValueBox(false)
    private var sent: Int64 = 0

    init(_ stream: InputStream, length: Int64?, _ onUpload: (@Sendable (EndpointProgress) -> Void)?) {
        (self.stream, self.length, self.onUpload) = (stream, length, onUpload)
        for _ in 0..<2 { places.signal() }
    }

    func body(on loop: any EventLoop) -> HTTPClient.Body {
        .stream(contentLength: length) { [self] writer in
            let end = loop.makePromise(of: Void.self)
            Thread.detachNewThread { [self] in end.completeWith(Result { try write(to: writer) }) }
            return end.futureResult
        }
    }

    func partSent(_ count: Int) {
        sent += Int64(count)
        onUpload?(EndpointProgress(completed: sent, total: length))
        places.signal()
    }

    func end() {
        hasEnded.withLockedValue { $0 = true }
        places.signal()
    }

    private func write(to writer: HTTPClient.Body.StreamWriter) throws {
        stream.open()
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = stream.read(&bytes, maxLength: bytes.count)
            if count < 0 { throw Failure(cause: stream.streamError ?? URLError(.cannotOpenFile)) }
            places.wait()
            if count == 0 || hasEnded.withLockedValue({ $0 }) { return }
            _ = writer.write(.byteBuffer(ByteBuffer(bytes: bytes[..<count])))
        }
    }
}
