#if !canImport(Darwin)
import Foundation

/// An `InputStream` that delivers a body.
///
/// Foundation on Linux, Android and Windows reads a stream by calling its methods, so a subclass is enough.
final class BodyInputStream: InputStream {
    private let pieces: [BodyPiece]
    private let body: HTTPBody
    private var reader: BodyReader
    private var status = Status.notOpen
    private var error: EndpointRequestError?

    /// A Boolean value that indicates whether a request states the length of its stream.
    ///
    /// Outside Apple platforms, `URLSession` sends every stream in chunks, and a server may refuse chunks together with
    /// a `Content-Length` (RFC 9112, section 6.1).
    static let announcesLength = false

    static func make(_ pieces: [BodyPiece], body: HTTPBody) throws(EndpointRequestError) -> InputStream {
        BodyInputStream(pieces, reader: try BodyReader(pieces), body: body)
    }

    /// Returns the body that a stream was made from, or nil for a stream that `make` did not return.
    static func body(of stream: InputStream) -> HTTPBody? {
        own(stream)?.body
    }

    /// Returns the error that ended a stream early, or nil if there is none or `make` did not return the stream.
    static func failure(of stream: InputStream) -> EndpointRequestError? {
        own(stream)?.error
    }

    private static func own(_ stream: InputStream) -> BodyInputStream? {
        // A request stores the stream with the static type `InputStream`.
        stream as? BodyInputStream
    }

    /// Does nothing: the stream itself reports the error.
    static func onFailure(of stream: InputStream, _ report: @escaping @Sendable (EndpointRequestError) -> Void) {}

    private init(_ pieces: [BodyPiece], reader: BodyReader, body: HTTPBody) {
        self.pieces = pieces
        self.reader = reader
        self.body = body
        super.init(data: Data())
    }

    /// Opens the stream, or rewinds it if it was opened before: a request may be sent again after an interrupted
    /// attempt.
    override func open() {
        do {
            if status != .notOpen {
                reader.close()
                reader = try BodyReader(pieces)
                error = nil
            }
            status = .open
        } catch {
            fail(error)
        }
    }

    override func close() {
        reader.close()
        status = .closed
    }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        guard status == .open else { return status == .atEnd ? 0 : -1 }
        do {
            let count = try reader.read(into: buffer, maxLength: maxLength)
            if count == 0, maxLength > 0 { status = .atEnd }
            return count
        } catch {
            fail(error)
            return -1
        }
    }

    private func fail(_ error: EndpointRequestError) {
        self.error = error
        status = .error
    }

    override var hasBytesAvailable: Bool { status == .open }
    override var streamStatus: Status { status }
    override var streamError: (any Error)? { error }
}
#endif
