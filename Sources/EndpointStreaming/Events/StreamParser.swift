import Foundation

/// A parser that turns a body into elements as the bytes arrive; it does no I/O.
protocol StreamParser<Element>: Sendable {
    associatedtype Element: Sendable

    /// A Boolean value that indicates whether nil from `next()` means the end, not a need for more bytes.
    var isAtEnd: Bool { get }

    /// Adds bytes that have arrived; nil means that the whole body has arrived.
    mutating func append(_ bytes: Data?)

    /// Parses the next element; nil if more bytes are needed or the end is reached.
    mutating func next() throws -> Element?

    /// Parses a batch of elements; none if more bytes are needed or the end is reached.
    ///
    /// This is a requirement, because the code of the default is then specialized for each type of parser.
    mutating func parse(into elements: inout [Element]) throws
}

extension StreamParser {
    // The batch is small, so that later bytes wait in memory as bytes, not as elements.
    mutating func parse(into elements: inout [Element]) throws {
        while elements.count < 128, let element = try next() { elements.append(element) }
    }
}

extension Collection<UInt8> {
    /// The bytes without a byte order mark at their start.
    var droppingByteOrderMark: SubSequence { dropFirst(startsWithByteOrderMark ? 3 : 0) }

    var startsWithByteOrderMark: Bool { starts(with: [0xEF, 0xBB, 0xBF]) }
}
