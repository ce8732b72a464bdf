import Foundation

/// The bytes of a body that have arrived, taken line by line.
///
/// If a line arrives in several chunks, the bytes that have been searched for its end are not searched again.
struct LineBuffer: Sendable {
    /// The number of lines that have been taken.
    private(set) var count = 0
    /// A Boolean value that indicates whether the whole body has arrived.
    private(set) var isWhole = false

    private let limit: Int
    private let hasCarriageReturns: Bool
    var bytes: [UInt8] = []
    /// The offset of the first byte that has not been taken.
    private var position = 0
    /// The offsets where the next searches for an LF and a CR start, unless `position` is greater; the bytes before
    /// these offsets have been searched.
    private var lineFeed = 0
    private var carriageReturn = 0
    /// A Boolean value that indicates whether to skip an LF, because the CR directly before it ended the last line.
    private var skipsLineFeed = false

    /// - Parameters:
    ///   - limit: The maximum number of bytes in a line.
    ///   - hasCarriageReturns: `true` if CR and CRLF end a line too, not only LF.
    init(limit: Int, hasCarriageReturns: Bool) {
        self.limit = limit
        self.hasCarriageReturns = hasCarriageReturns
    }

    /// Adds bytes that have arrived; nil means that the whole body has arrived.
    mutating func append(_ chunk: Data?) {
        guard let chunk else {
            isWhole = true
            return
        }
        if position > 0 {
            bytes.removeFirst(position)
            lineFeed = max(lineFeed - position, 0)
            carriageReturn = max(carriageReturn - position, 0)
            position = 0
        }
        chunk.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }

    /// Takes the next line and returns its range in the bytes, without the line ending; nil until the ending arrives.
    mutating func next(in bytes: UnsafeBufferPointer<UInt8>) throws -> Range<Int>? {
        if skipsLineFeed, position < bytes.count {
            if bytes[position] == UInt8(ascii: "\n") { position += 1 }
            skipsLineFeed = false
        }
        lineFeed = bytes.firstIndex(of: UInt8(ascii: "\n"), from: max(lineFeed, position))
        var end = lineFeed
        if hasCarriageReturns {
            carriageReturn = bytes.firstIndex(of: UInt8(ascii: "\r"), from: max(carriageReturn, position))
            end = min(end, carriageReturn)
        }
        if end - position > limit { throw EndpointElementError.tooLong(line: count + 1, limit: limit) }
        if end == bytes.count { return nil }
        defer { position = end + 1 }
        skipsLineFeed = end < lineFeed
        count += 1
        return position..<end
    }

    /// Takes the rest, which has no line ending; nil if nothing is left.
    mutating func rest(in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        if position == bytes.count { return nil }
        defer { position = bytes.count }
        count += 1
        return position..<bytes.count
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns the offset of a byte's first occurrence at or after an offset; the number of bytes if there is none.
    fileprivate func firstIndex(of byte: UInt8, from start: Int) -> Int {
        guard start < count, let base = baseAddress, let found = memchr(base + start, Int32(byte), count - start)
        else { return count }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
}
