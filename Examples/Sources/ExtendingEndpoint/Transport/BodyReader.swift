import EndpointController
import Foundation

/// Reads a body as it arrives (RFC 9112, section 7).
struct BodyReader {
    private(set) var bytes: ByteReader
    private let framing: BodyFraming
    /// The number of bytes left in the body or in the current chunk.
    private var rest: Int64 = 0
    private var hasChunk = false
    private var hasEnded = false

    /// A Boolean value that indicates whether the body has ended, and the connection can carry another response.
    var isAtEndOfMessage: Bool {
        if case .untilClose = framing { return false }
        return hasEnded && bytes.buffer.isEmpty
    }

    init(_ bytes: ByteReader, of head: EndpointResponseHead, method: String?) throws(SocketError) {
        self.bytes = bytes
        framing = try BodyFraming(of: head, method: method)
        if case .length(let length) = framing { rest = length }
    }

    /// Waits for the next bytes and returns them, or returns nil at the end of the body.
    mutating func next() throws(SocketError) -> Data? {
        if hasEnded { return nil }
        switch framing {
        case .length: hasEnded = rest == 0
        case .chunked: if rest == 0 { try startChunk() }
        case .untilClose: hasEnded = try !bytes.waitForBytes()
        }
        if hasEnded { return nil }
        if case .untilClose = framing { return bytes.take() }
        guard try bytes.waitForBytes() else { throw .closed }
        let part = bytes.take(atMost: rest)
        rest -= Int64(part.count)
        return part
    }

    private mutating func startChunk() throws(SocketError) {
        // The line that ends a chunk is read here, after the bytes of the chunk have been delivered.
        if hasChunk, try !bytes.readLine().isEmpty { throw .invalidChunk }
        let digits = try bytes.readLine().prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
        guard digits.allSatisfy(\.isHexDigit), let size = Int64(digits, radix: 16) else { throw .invalidChunk }
        (rest, hasChunk) = (size, true)
        if size == 0 {
            _ = try bytes.readFields()
            hasEnded = true
        }
    }
}
