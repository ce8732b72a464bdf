#if canImport(Darwin)
import Dispatch
import Foundation
import ObjectiveC

/// A writer that delivers a body as an `InputStream`.
///
/// On Apple platforms, `URLSession` calls private methods of a stream, which a subclass of `InputStream` would have to
/// implement. So this class writes the pieces of the body to one end of a bound pair of streams; the other end is the
/// `InputStream`.
///
/// `@unchecked Sendable`: after initialization, the variables and the output stream are accessed only on `queue`, on
/// which the output stream also calls its delegate.
final class BodyInputStream: NSObject, StreamDelegate, @unchecked Sendable {
    private static let bufferSize = 65_536
    // `nonisolated(unsafe)` is safe because only the address of the variable is used: its value is neither read nor
    // written.
    nonisolated(unsafe) private static var companionKey: UInt8 = 0

    private let queue = DispatchQueue(label: "Endpoint.BodyInputStream")
    private weak var input: InputStream?
    private let output: OutputStream
    private let reader: BodyReader
    private var pending: [UInt8] = []
    private var isFinished = false
    private var failure: EndpointRequestError?
    private var onFailure: (@Sendable (EndpointRequestError) -> Void)?

    /// A Boolean value that indicates whether a request states the length of its stream, if the length is known, so
    /// that `URLSession` does not send the stream in chunks.
    static let announcesLength = true

    static func make(_ pieces: [BodyPiece], body: HTTPBody) throws(EndpointRequestError) -> InputStream {
        let reader = try BodyReader(pieces)
        var input: InputStream?
        var output: OutputStream?
        Stream.getBoundStreams(withBufferSize: bufferSize, inputStream: &input, outputStream: &output)
        guard let input, let output else { throw .unreadableStream(CocoaError(.fileReadUnknown)) }
        let writer = BodyInputStream(reader, input: input, output: output)
        objc_setAssociatedObject(input, &companionKey, Companion(body, writer), .OBJC_ASSOCIATION_RETAIN)
        writer.startWhenOpened(after: 0.005)
        return input
    }

    /// Returns the body that a stream was made from, or nil for a stream that `make` did not return.
    static func body(of stream: InputStream) -> HTTPBody? {
        companion(of: stream)?.body
    }

    /// Returns the error that ended a stream early, or nil if there is none or `make` did not return the stream.
    ///
    /// Call this method only at the end of the stream: an earlier call may wait for the source of the body.
    static func failure(of stream: InputStream) -> EndpointRequestError? {
        guard let writer = companion(of: stream)?.writer else { return nil }
        return writer.queue.sync { writer.failure }
    }

    /// Calls a closure once, on a private queue, if the body of the stream cannot be read to its end.
    ///
    /// Without a closure, the reader of the stream sees an early end but not an error. With a closure that was set
    /// before the failure, the reader sees neither: at the end of the stream, `URLSession` might complete a chunked
    /// body before the task is cancelled.
    static func onFailure(of stream: InputStream, _ report: @escaping @Sendable (EndpointRequestError) -> Void) {
        guard let writer = companion(of: stream)?.writer else { return }
        writer.queue.async {
            writer.onFailure = report
            if let failure = writer.failure { report(failure) }
        }
    }

    private static func companion(of stream: InputStream) -> Companion? {
        // An associated object has the static type `Any`.
        objc_getAssociatedObject(stream, &companionKey) as? Companion
    }

    private init(_ reader: BodyReader, input: InputStream, output: OutputStream) {
        self.reader = reader
        self.input = input
        self.output = output
    }

    /// Starts to read the body once the input stream is open.
    ///
    /// No event reports the opening, so this method polls, with a delay that doubles up to 0.25 s.
    private func startWhenOpened(after delay: Double) {
        queue.asyncAfter(deadline: .now() + delay) { [weak self] in
            guard let self, !isFinished, let input else { return }
            guard input.streamStatus != .notOpen else { return startWhenOpened(after: min(delay * 2, 0.25)) }
            output.delegate = self
            CFWriteStreamSetDispatchQueue(output as CFWriteStream, queue)
            output.open()
        }
    }

    func stream(_ stream: Stream, handle event: Stream.Event) {
        switch event {
        case .hasSpaceAvailable: write()
        case .errorOccurred, .endEncountered: finish()
        default: break
        }
    }

    /// Writes once: another event follows when there is space for more.
    private func write() {
        guard !isFinished else { return }
        do throws(EndpointRequestError) {
            if pending.isEmpty { pending = try reader.read(upToCount: Self.bufferSize) }
            guard !pending.isEmpty else { return finish() }
            let count = output.write(pending, maxLength: pending.count)
            if count > 0 { pending.removeFirst(count) }
            if count < 0 { finish() }
        } catch {
            finish(error)
        }
    }

    private func finish(_ error: EndpointRequestError? = nil) {
        guard !isFinished else { return }
        isFinished = true
        failure = error
        if let error { onFailure?(error) }
        reader.close()
        // Close the stream before its delegate is removed: events may arrive until the stream is closed.
        if error == nil || onFailure == nil { output.close() }
        output.delegate = nil
        CFWriteStreamSetDispatchQueue(output as CFWriteStream, nil)
    }

    /// An object that is associated with the input stream: it retains the writer, and stops the writer when the input
    /// stream is deallocated.
    private final class Companion {
        let body: HTTPBody
        let writer: BodyInputStream

        init(_ body: HTTPBody, _ writer: BodyInputStream) {
            self.body = body
            self.writer = writer
        }

        deinit {
            let writer = writer
            writer.queue.async { writer.finish() }
        }
    }
}
#endif
