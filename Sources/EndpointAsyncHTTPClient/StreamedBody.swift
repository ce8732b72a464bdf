#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import NIOCore

/// A body that is read while it is sent.
///
/// `@unchecked Sendable`: the stream is used by one thread, which begins once the client asks for the body.
struct StreamedBody: @unchecked Sendable {
    static let chunkSize = 65_536

    /// The stream failed.
    struct Failure: Error {
        let cause: any Error
    }

    private let stream: InputStream
    private let length: Int64?

    init(_ stream: InputStream, length: Int64?) {
        self.stream = stream
        self.length = length
    }

    /// The body as the client wants it.
    ///
    /// A stream may hold up who reads it as long as it likes, so it has a thread of its own.
    func body(on eventLoops: any EventLoopGroup) -> HTTPClient.Body {
        .stream(contentLength: length) { writer in
            let end = eventLoops.any().makePromise(of: Void.self)
            Thread.detachNewThread { end.completeWith(Result { try send(to: writer) }) }
            return end.futureResult
        }
    }

    private func send(to writer: HTTPClient.Body.StreamWriter) throws {
        stream.open()
        defer { stream.close() }
        while true {
            var buffer = ByteBuffer()
            let count = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.chunkSize) { bytes in
                guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return 0 }
                return max(stream.read(start, maxLength: Self.chunkSize), 0)
            }
            // To ask a stream that has no error for it would end the process.
            if stream.streamStatus == .error {
                throw Failure(cause: stream.streamError ?? CocoaError(.fileReadUnknown))
            }
            if count == 0 { return }
            try writer.write(.byteBuffer(buffer)).wait()
        }
    }
}
#endif
