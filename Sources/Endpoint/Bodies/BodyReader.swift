import Foundation

/// A type that reads the pieces of a body one after the other.
final class BodyReader {
    private var pieces: ArraySlice<(piece: BodyPiece, length: Int64?)>
    private var piece: BodyPiece?
    private var stream: InputStream?
    /// The number of bytes left in the current piece, or nil if it is unknown until the piece ends.
    private var remaining: Int64?
    private var expected: Int64 = 0

    /// Creates a reader and measures the pieces.
    ///
    /// - Throws: `unreadableFile(_:_:)`, or `unreadableStream(_:)` if the length given for a stream is negative.
    init(_ pieces: [BodyPiece]) throws(EndpointRequestError) {
        var measured: [(piece: BodyPiece, length: Int64?)] = []
        for piece in pieces { measured.append((piece, try piece.length)) }
        self.pieces = measured[...]
    }

    /// Reads at most `maxLength` bytes into a buffer.
    ///
    /// - Returns: The number of bytes read; 0 at the end of the body, or if `maxLength` is 0.
    func read(
        into buffer: UnsafeMutablePointer<UInt8>,
        maxLength: Int
    ) throws(EndpointRequestError) -> Int {
        guard maxLength > 0 else { return 0 }
        while true {
            guard let stream else {
                guard try openNext() else { return 0 }
                continue
            }
            let wanted = remaining.map { Int(min(Int64(maxLength), $0)) } ?? maxLength
            let count = wanted == 0 ? 0 : stream.read(buffer, maxLength: wanted)
            if count > 0 {
                remaining? -= Int64(count)
                return count
            }
            if count < 0 { throw failure(of: stream) }
            if let remaining, remaining > 0 {
                throw .bodyTooShort(expected: expected, actual: expected - remaining)
            }
            close()
        }
    }

    /// Reads at most `count` bytes into an array; an empty array marks the end of the body.
    func read(upToCount count: Int) throws(EndpointRequestError) -> [UInt8] {
        let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
        defer { buffer.deallocate() }
        return Array(UnsafeBufferPointer(start: buffer, count: try read(into: buffer, maxLength: count)))
    }

    /// Reads the rest of the body into memory.
    ///
    /// - Returns: The bytes, or nil if there are more than `limit`; by default there is no limit.
    func readAll(limit: Int = .max) throws(EndpointRequestError) -> Data? {
        var data = Data()
        while true {
            let part = try read(upToCount: 65_536)
            if part.isEmpty { return data }
            data.append(part, count: part.count)
            if data.count > limit { return nil }
        }
    }

    /// Closes the open stream.
    func close() {
        stream?.close()
        stream = nil
    }

    /// Returns the error to throw for a file or stream that cannot be read.
    ///
    /// On Linux, reading `streamError` of a stream without an error would end the process.
    private func failure(of stream: InputStream) -> EndpointRequestError {
        let error = (stream.streamStatus == .error ? stream.streamError : nil) ?? CocoaError(.fileReadUnknown)
        if case .file(let url, _, _) = piece { return .unreadableFile(url, error) }
        return .unreadableStream(error)
    }

    private func openNext() throws(EndpointRequestError) -> Bool {
        guard let next = pieces.popFirst() else { return false }
        let stream = try next.piece.makeStream()
        stream.open()
        self.stream = stream
        piece = next.piece
        remaining = next.length
        expected = next.length ?? 0
        return true
    }
}
