import Foundation

/// Splits a body into lines at each LF.
///
/// A last line without LF counts if the body has ended whole.
struct LineParser: StreamParser {
    private let limit: Int
    private var line = 1
    private var chunk = Data()
    /// The offset of the first byte of the chunk that has not been read.
    private var position = 0
    /// The start of a line whose end has not arrived.
    private var start: [UInt8] = []
    private var hasEnded = false

    init(limit: Int) {
        self.limit = limit
    }

    var isAtEnd: Bool { hasEnded && position == chunk.count && start.isEmpty }

    mutating func append(_ bytes: Data) {
        chunk = position < chunk.count ? chunk.dropFirst(position) + bytes : bytes
        position = 0
    }

    mutating func finish() {
        hasEnded = true
    }

    mutating func parse(into lines: inout [Data], atMost count: Int) throws {
        let chunk = chunk
        try chunk.withBytes { bytes in
            while position < bytes.count, lines.count < count {
                let end = bytes.firstIndex(of: .lineFeed, from: position)
                let part = bytes.slice(position, end)
                guard start.count + part.count <= limit else {
                    throw EndpointPayloadError.elementTooLong(line: line, limit: limit)
                }
                position = min(end + 1, bytes.count)
                if end < bytes.count {
                    lines.append(takeLine(part))
                } else {
                    start.append(contentsOf: part)
                }
            }
            if hasEnded, !isAtEnd, position == bytes.count, lines.count < count {
                lines.append(takeLine(bytes.slice(position, position)))
            }
        }
    }

    private mutating func takeLine(_ rest: Bytes) -> Data {
        line += 1
        if start.isEmpty { return Data(rest) }
        start.append(contentsOf: rest)
        defer { start.removeAll(keepingCapacity: true) }
        return Data(start)
    }
}
