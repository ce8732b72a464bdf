#if AsyncHTTPClient
import AsyncHTTPClient
import Endpoint
import Foundation
import NIOCore

/// A body that is read while it is sent.
///
/// `@unchecked Sendable`: the stream is used by one thread, which begins once the client asks for the body.
/// `InputStream` itself is not `Sendable`, and its reads may block, so neither an actor nor an event loop can own it.
struct StreamedBody: @unchecked Sendable {
    /// The maximum number of bytes in the first part.
    static let partSize = 65_536
    /// The maximum number of bytes in any part.
    ///
    /// The limit for the next part doubles each time, up to this size: small parts report the progress of a small body
    /// in steps, and large parts send a large body with fewer thread switches.
    private static let largestPartSize = 262_144

    /// The error for a stream that failed.
    struct Failure: Error {
        let cause: any Error
    }

    private let stream: InputStream
    private let length: Int64?

    init(_ stream: InputStream, length: Int64?) {
        self.stream = stream
        self.length = length
    }

    /// Returns the body for the client; a separate thread reads it, because the stream may block.
    func body(on eventLoops: any EventLoopGroup, _ gate: PartGate) -> HTTPClient.Body {
        .stream(contentLength: length) { writer in
            let end = eventLoops.any().makePromise(of: Void.self)
            Thread.detachNewThread { end.completeWith(Result { try send(to: writer, gate) }) }
            return end.futureResult
        }
    }

    private func send(to writer: HTTPClient.Body.StreamWriter, _ gate: PartGate) throws {
        stream.open()
        defer { stream.close() }
        var size = Self.partSize
        while let part = try read(atMost: size) {
            // Without an error, the client would send the last chunk, and the server would take the body for whole.
            guard gate.pass() else { throw CancellationError() }
            _ = writer.write(.byteBuffer(part))
            size = min(size * 2, Self.largestPartSize)
        }
    }

    /// Reads a part; returns nil at the end.
    private func read(atMost size: Int) throws -> ByteBuffer? {
        var buffer = ByteBuffer()
        var count = 0
        buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: size) { bytes in
            guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return 0 }
            count = stream.read(start, maxLength: size)
            return max(count, 0)
        }
        if count > 0 { return buffer }
        // On Linux, reading the error of a stream that has none would end the process.
        let error: (any Error)? = stream.streamStatus == .error ? stream.streamError : stream.bodyFailure
        if count == 0, error == nil { return nil }
        throw Failure(cause: error ?? CocoaError(.fileReadUnknown))
    }
}
#endif
