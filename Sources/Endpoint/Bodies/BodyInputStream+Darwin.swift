#if canImport(Darwin)
import Dispatch
import Foundation
import ObjectiveC

/// Delivers a body as an `InputStream`.
///
/// On Apple platforms `URLSession` reads streams in ways that a subclass of `InputStream` cannot follow, so a body of
/// several pieces is written to one end of a bound pair of streams as the other is read.
///
/// `@unchecked Sendable`: all that changes is touched on `queue` alone.
final class BodyInputStream: NSObject, StreamDelegate, @unchecked Sendable {
    private static let bufferSize = 65_536
    nonisolated(unsafe) private static var companionKey: UInt8 = 0  // Its address is used, its value never.

    private let queue = DispatchQueue(label: "Endpoint.BodyInputStream")
    private let output: OutputStream
    private var reader: BodyReader
    private var pending: [UInt8] = []
    private var isFinished = false

    /// Whether a request with a stream holds its length: `URLSession` then sends it without chunks.
    static let announcesLength = true

    static func make(_ pieces: [BodyPiece], body: HTTPBody) throws(EndpointRequestError) -> InputStream {
        let reader = try BodyReader(pieces)
        if pieces.count == 1, pieces[0].isReadDirectly {
            let stream = try pieces[0].makeStream()
            objc_setAssociatedObject(stream, &companionKey, Companion(body, nil), .OBJC_ASSOCIATION_RETAIN)
            return stream
        }
        var input: InputStream?
        var output: OutputStream?
        Stream.getBoundStreams(withBufferSize: bufferSize, inputStream: &input, outputStream: &output)
        guard let input, let output else { throw .unreadableStream(CocoaError(.fileReadUnknown)) }
        let writer = BodyInputStream(reader, output: output)
        objc_setAssociatedObject(input, &companionKey, Companion(body, writer), .OBJC_ASSOCIATION_RETAIN)
        writer.start()
        return input
    }

    /// The body that a stream delivers, if it was made from one.
    static func body(of stream: InputStream) -> HTTPBody? {
        (objc_getAssociatedObject(stream, &companionKey) as? Companion)?.body
    }

    private init(_ reader: BodyReader, output: OutputStream) {
        self.reader = reader
        self.output = output
    }

    private func start() {
        output.delegate = self
        CFWriteStreamSetDispatchQueue(output as CFWriteStream, queue)
        output.open()
    }

    func stream(_ stream: Stream, handle event: Stream.Event) {
        switch event {
        case .hasSpaceAvailable: write()
        case .errorOccurred, .endEncountered: finish()
        default: break
        }
    }

    /// Writes once: the stream tells when it has space for more.
    private func write() {
        guard !isFinished else { return }
        do {
            if pending.isEmpty {
                pending = try [UInt8](unsafeUninitializedCapacity: Self.bufferSize) { buffer, count in
                    guard let start = buffer.baseAddress else { return }
                    count = try reader.read(into: start, maxLength: buffer.count)
                }
            }
            guard !pending.isEmpty else { return finish() }
            let count = output.write(pending, maxLength: pending.count)
            if count > 0 { pending.removeFirst(count) }
            if count < 0 { finish() }
        } catch {
            // The length was announced, so the transport misses the rest.
            finish()
        }
    }

    private func finish() {
        guard !isFinished else { return }
        isFinished = true
        reader.cancel()
        output.delegate = nil
        CFWriteStreamSetDispatchQueue(output as CFWriteStream, nil)
        output.close()
    }

    /// Lives as long as the stream that is read, and keeps the writer until then, whether or not anybody reads.
    private final class Companion {
        let body: HTTPBody
        private let writer: BodyInputStream?

        init(_ body: HTTPBody, _ writer: BodyInputStream?) {
            self.body = body
            self.writer = writer
        }

        deinit {
            guard let writer else { return }
            writer.queue.async { writer.finish() }
        }
    }
}

extension BodyPiece {
    /// Whether the stream of the piece does all that is asked of it: it needs not be held to a length.
    fileprivate var isReadDirectly: Bool {
        switch self {
        case .file(_, from: 0, to: nil), .stream(length: nil, _): true
        case .data, .file, .stream: false
        }
    }
}
#endif
