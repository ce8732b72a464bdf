import Foundation

/// A parser that splits a body into lines at each LF.
///
/// A last line without an LF is delivered once the whole body has arrived.
struct LineParser: StreamParser {
    private var lines: LineBuffer

    init(limit: Int) {
        lines = LineBuffer(limit: limit, hasCarriageReturns: false)
    }

    var isAtEnd: Bool { lines.isWhole }

    mutating func append(_ bytes: Data?) {
        lines.append(bytes)
    }

    mutating func next() throws -> Data? {
        let bytes = lines.bytes
        if let line = try bytes.withUnsafeBufferPointer({ try lines.next(in: $0) }) { return Data(bytes[line]) }
        return lines.isWhole ? lines.rest().map { Data(bytes[$0]) } : nil
    }
}
