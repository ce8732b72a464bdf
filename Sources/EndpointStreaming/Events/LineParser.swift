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
        let line = try bytes.withUnsafeBufferPointer { bytes in
            try lines.next(in: bytes) ?? (lines.isWhole ? lines.rest(in: bytes) : nil)
        }
        return line.map { Data(bytes[$0]) }
    }
}
