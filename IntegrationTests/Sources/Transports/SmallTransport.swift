import AsyncHTTPClient
import EndpointController
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTPCompression

/// A transport made of the public interface alone: a channel, and a task that fills it.
struct SmallTransport: EndpointTransport {
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.decompression = .enabled(limit: .none)
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    func send(
        _ request: URLRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        let channel = EndpointResponseChannel(context)
        let task = Task { channel.finish(throwing: await load(request, context, into: channel, attempt: 1)) }
        channel.whenAbandoned { task.cancel() }
        return try await channel.response()
    }

    /// Returns the error, which comes too late if the response has arrived whole.
    private func load(
        _ request: URLRequest, _ context: EndpointTransportContext, into channel: EndpointResponseChannel, attempt: Int
    ) async -> EndpointTransportError {
        var hasHead = false
        do {
            var outgoing = HTTPClientRequest(url: request.url?.absoluteString ?? "")
            outgoing.method = .init(rawValue: request.httpMethod ?? "GET")
            outgoing.headers = .init((request.allHTTPHeaderFields ?? [:]).map { ($0, $1) })
            let length = request.value(forHTTPHeaderField: "Content-Length").flatMap { Int64($0) }
            if let stream = request.httpBodyStream ?? request.httpBody.map({ InputStream(data: $0) }) {
                let count = request.httpBody.map { Int64($0.count) } ?? length
                let parts = BodyParts(stream: stream, total: count, onUpload: context.onUpload)
                outgoing.body = .stream(parts, length: count.map { .known($0) } ?? .unknown)
            }
            let response = try await Self.client.execute(outgoing, deadline: .distantFuture)
            hasHead = true
            let fields = response.headers.map { (name: $0.name, value: $0.value) }
            let status = Int(response.status.code)
            channel.send(EndpointResponseHead(url: request.url, statusCode: status, fieldLines: fields))
            for try await part in response.body where !channel.send(Data(part.readableBytesView)) {
                await channel.drained()
            }
            channel.finish()
            return .cancelled
        } catch let error as HTTPClientError where error == .remoteConnectionClosed && !hasHead {
            let isRepeatable = ["GET", "HEAD", "PUT", "DELETE"].contains(request.httpMethod ?? "GET")
            guard isRepeatable, request.httpBodyStream == nil, attempt == 1 else { return .notResponding(error) }
            return await load(request, context, into: channel, attempt: 2)
        } catch {
            if let error = error as? BodyParts.Failure { return .invalidRequest(error) }
            let isRefused = (error as? IOError)?.errnoCode == ECONNREFUSED
            let isOfExchange = error is HTTPClientError || error is HTTPParserError || error is IOError && !isRefused
            return hasHead ? .truncated(error) : isOfExchange ? .notResponding(error) : .unreachable(error)
        }
    }
}

/// The body of a request, which reports how much of it has been asked for.
private struct BodyParts: AsyncSequence, AsyncIteratorProtocol, @unchecked Sendable {
    struct Failure: Error {}
    let stream: InputStream
    let total: Int64?
    let onUpload: (@Sendable (EndpointProgress) -> Void)?
    private var sent: Int64 = 0

    init(stream: InputStream, total: Int64?, onUpload: (@Sendable (EndpointProgress) -> Void)?) {
        (self.stream, self.total, self.onUpload) = (stream, total, onUpload)
    }

    func makeAsyncIterator() -> BodyParts { self }

    mutating func next() async throws -> ByteBuffer? {
        if stream.streamStatus == .notOpen { stream.open() }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = stream.read(&bytes, maxLength: bytes.count)
        if sent > 0 { onUpload?(EndpointProgress(completed: sent, total: total)) }
        guard count >= 0 else { throw Failure() }
        sent += Int64(count)
        return count == 0 ? nil : ByteBuffer(bytes: bytes[..<count])
    }
}
