import Foundation

/// A parser that turns a body into elements as the bytes arrive; it does no I/O.
protocol StreamParser<Element>: Sendable {
    associatedtype Element: Sendable

    /// A Boolean value that indicates whether nil from `next()` means the end, not a need for more bytes.
    var isAtEnd: Bool { get }

    /// Adds bytes that have arrived.
    mutating func append(_ bytes: Data)

    /// Notes that the whole body has arrived.
    mutating func finish()

    /// Parses the next element; nil if more bytes are needed or the end is reached.
    mutating func next() throws -> Element?
}

extension Collection<UInt8> {
    /// The bytes without a byte order mark at their start.
    var droppingByteOrderMark: SubSequence { dropFirst(startsWithByteOrderMark ? 3 : 0) }

    var startsWithByteOrderMark: Bool { starts(with: [0xEF, 0xBB, 0xBF]) }
}
