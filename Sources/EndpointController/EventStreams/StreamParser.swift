import Foundation

/// Turns the bytes of a body into elements while they arrive, without I/O.
protocol StreamParser<Element>: Sendable {
    associatedtype Element: Sendable

    /// A Boolean value that indicates whether no element follows, whatever else arrives.
    var isAtEnd: Bool { get }

    /// Adds bytes that have arrived.
    mutating func append(_ bytes: Data)

    /// Notes that the body has ended whole.
    mutating func finish()

    /// Parses some of what has arrived: a few elements at a time, so that what waits in memory is bytes.
    ///
    /// - Parameters:
    ///   - elements: Where elements are added; none if more bytes are needed, or the end is reached.
    ///   - count: The number of elements that may be added.
    /// - Throws: What is wrong with the bytes after the elements that were added.
    mutating func parse(into elements: inout [Element], atMost count: Int) throws
}

/// The bytes of a chunk, or some of them.
typealias Bytes = UnsafeBufferPointer<UInt8>

extension UnsafeBufferPointer<UInt8> {
    /// The bytes from one offset up to another.
    func slice(_ start: Int, _ end: Int) -> Bytes { Bytes(start: baseAddress.map { $0 + start }, count: end - start) }

    /// The offset of the first byte of a value at or after an offset, or the number of bytes if there is none.
    func firstIndex(of byte: UInt8, from start: Int) -> Int {
        guard start < count, let base = baseAddress else { return count }
        guard let found = memchr(base + start, Int32(byte), count - start) else { return count }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// The bytes without a byte order mark before them.
    var droppingByteOrderMark: Bytes {
        count >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF ? slice(3, count) : self
    }
}

extension Data {
    /// Calls a closure with the bytes.
    func withBytes<Result>(_ body: (Bytes) throws -> Result) rethrows -> Result {
        try withUnsafeBytes { try body($0.bindMemory(to: UInt8.self)) }
    }
}

extension UInt8 {
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
}
