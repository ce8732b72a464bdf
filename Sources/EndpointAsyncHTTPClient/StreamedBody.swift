#if AsyncHTTPClient
import AsyncHTTPClient
import EndpointSupport
import EndpointTransports
import Foundation
import NIOCore

/// A body that a separate thread reads while it is sent.
///
/// Before it sends a part, the thread waits until the previous part is sent. It cannot wait for the client's future for
/// a part: if the exchange ends before the part is sent, that future never completes.
///
/// `@unchecked Sendable`: the stream is used by one thread, which begins once the client asks for the body.
/// `InputStream` itself is not `Sendable`, and its reads may block, so neither an actor nor an event loop can own it.
final class StreamedBody: @unchecked Sendable {
    /// The maximum number of bytes in the first part.
    static let partSize = 65_536
    /// The maximum number of bytes in any part.
    ///
    /// The limit doubles after each part, up to this size. The progress of a small body is therefore reported in steps,
    /// and a large body is sent with fewer thread switches.
    private static let largestPartSize = 262_144

    /// The error for a stream that failed.
    struct Failure: Error {
        let cause: any Error
    }

    private let stream: InputStream
    private let length: Int64?
    /// The turns of the thread, which takes one for each part.
    private let turns = DispatchSemaphore(value: 0)
    private let isShut = Locked(false)

    init(_ stream: InputStream, length: Int64?) {
        self.stream = stream
        self.length = length
        turns.signal()
    }

    /// Returns the body for the client.
    func body(on eventLoop: any EventLoop) -> HTTPClient.Body {
        .stream(contentLength: length) { [self] writer in
            let end = eventLoop.makePromise(of: Void.self)
            Thread.detachNewThread { end.completeWith(Result { try self.send(to: writer) }) }
            return end.futureResult
        }
    }

    /// Lets the thread send the next part, because the previous part was sent.
    func goOn() { turns.signal() }

    /// Takes back the turn that the thread has not used, if there is one; without further turns, sending pauses.
    ///
    /// The turn of `shut()` is never taken back.
    func hold() {
        isShut.withLock { if !$0 { _ = turns.wait(timeout: .now()) } }
    }

    /// Stops sending for good, because the exchange has ended or the caller has given up.
    func shut() {
        isShut.withLock { $0 = true }
        turns.signal()
    }

    private func send(to writer: HTTPClient.Body.StreamWriter) throws {
        stream.open()
        defer { stream.close() }
        var size = Self.partSize
        while let part = try read(atMost: size) {
            turns.wait()
            // Without an error, the client would end a body of unknown length, and the server would treat it as whole.
            if isShut.withLock(\.self) { throw CancellationError() }
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
