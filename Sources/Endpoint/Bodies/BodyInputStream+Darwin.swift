#if canImport(Darwin)
import Foundation

/// Delivers a body as an `InputStream`.
///
/// On Apple platforms `URLSession` reads streams in ways that a subclass of
/// `InputStream` cannot follow, so a body of several pieces is written to one end of a bound pair of streams as the
/// other is read.
///
/// `@unchecked Sendable`: all that changes is touched on `queue` alone.
final class BodyInputStream: NSObject, StreamDelegate, @unchecked Sendable {
    private static let bufferSize = 65_536
    nonisolated(unsafe) private static var bodyKey: UInt8 = 0  // Its address is used, its value never.

    private let queue = DispatchQueue(label: "Endpoint.BodyInputStream")
    private let output: OutputStream
    private var reader: BodyReader
    private var pending: [UInt8] = []
    /// Keeps the writer alive until the body is written or nobody reads it.
    private var keptAlive: BodyInputStream?

    /// Whether a request with a stream holds its length: `URLSession` then sends it without chunks.
    static let announcesLength = true

    static func make(_ pieces: [BodyPiece], body: HTTPBody) throws(EndpointRequestError) -> InputStream {
        let stream: InputStream
        if pieces.count == 1 {
            stream = try pieces[0].makeStream()
        } else {
            var input: InputStream?
            var output: OutputStream?
            Stream.getBoundStreams(withBufferSize: bufferSize, inputStream: &input, outputStream: &output)
            guard let input, let output else { throw .unreadableStream(CocoaError(.fileReadUnknown)) }
            BodyInputStream(try BodyReader(pieces), output: output).start()
            stream = input
        }
        objc_setAssociatedObject(stream, &bodyKey, body, .OBJC_ASSOCIATION_RETAIN)
        return stream
    }

    /// The body that a stream delivers, if it was made from one.
    static func body(of stream: InputStream) -> HTTPBody? {
        objc_getAssociatedObject(stream, &bodyKey) as? HTTPBody
    }

    private init(_ reader: BodyReader, output: OutputStream) {
        self.reader = reader
        self.output = output
    }

    private func start() {
        keptAlive = self
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
        do {
            if pending.isEmpty {
                pending = try [UInt8](unsafeUninitializedCapacity: Self.bufferSize) { buffer, count in
                    guard let start = buffer.baseAddress else { return }
                    count = try reader.read(into: start, maxLength: buffer.count)
                }
            }
            guard !pending.isEmpty else { return finish() }
            let count = output.write(pending, maxLength: pending.count)
            if count > 0 { pending.removeFirst(count) } else { finish() }
        } catch {
            // Only files and data make several pieces, so a length was announced, and the transport misses the rest.
            finish()
        }
    }

    private func finish() {
        reader.cancel()
        output.delegate = nil
        CFWriteStreamSetDispatchQueue(output as CFWriteStream, nil)
        output.close()
        keptAlive = nil
    }
}
#endif
