import Foundation

/// Parses server-sent events (WHATWG HTML, section 9.2.5).
struct ServerSentEventParser: StreamParser {
    private(set) var isAtEnd = false
    private(set) var fields: ServerSentEventFields

    private let limit: Int
    private var chunk = Data()
    /// The offset of the first byte of the chunk that has not been read, and those of the next line ends from there on.
    private var position = 0
    private var nextLineFeed = -1
    private var nextCarriageReturn = -1
    /// Whether the line before ended with a CR, so that an LF belongs to it.
    private var mayFollowCarriageReturn = false

    /// The number of bytes that have arrived of a line whose end has not.
    private var length = 0
    /// Those bytes, unless they are data of an event, which goes to `fields` as it arrives.
    private var start: [UInt8] = []
    private var isReadingData = false

    init(limit: Int, lastEventID: String = "", retry: Duration? = nil) {
        self.limit = limit
        fields = ServerSentEventFields(limit: limit, lastEventID: lastEventID, retry: retry)
    }

    mutating func append(_ bytes: Data) {
        chunk = position < chunk.count ? chunk.dropFirst(position) + bytes : bytes
        position = 0
        nextLineFeed = -1
        nextCarriageReturn = -1
    }

    mutating func finish() {
        isAtEnd = true
    }

    mutating func parse(into events: inout [ServerSentEvent], atMost count: Int) throws {
        let chunk = chunk
        try chunk.withBytes { bytes in
            while position < bytes.count, events.count < count {
                if mayFollowCarriageReturn, bytes[position] == .lineFeed { position += 1 }
                mayFollowCarriageReturn = false
                let end = lineEnd(in: bytes)
                let part = bytes.slice(position, end)
                position = min(end + 1, bytes.count)
                if end == bytes.count {
                    try keep(part)
                } else {
                    mayFollowCarriageReturn = bytes[end] == .carriageReturn
                    if try takeLine(part) { events.append(fields.takeEvent()) }
                }
            }
        }
    }

    /// The offset of the next line end, or the number of bytes if there is none.
    ///
    /// No byte is searched twice.
    private mutating func lineEnd(in bytes: Bytes) -> Int {
        if nextLineFeed < position { nextLineFeed = bytes.firstIndex(of: .lineFeed, from: position) }
        if nextCarriageReturn < position {
            nextCarriageReturn = bytes.firstIndex(of: .carriageReturn, from: position)
        }
        return min(nextLineFeed, nextCarriageReturn)
    }

    /// Keeps a part of a line whose end has not arrived.
    private mutating func keep(_ part: Bytes) throws {
        try count(part)
        if isReadingData { return try fields.appendData(part) }
        start.append(contentsOf: part)
        isReadingData = try start.withUnsafeBufferPointer { try fields.beginData(ofLine: $0) }
        if isReadingData { start.removeAll(keepingCapacity: true) }
    }

    /// Takes the last part of a line.
    ///
    /// - Returns: Whether the line ends an event.
    private mutating func takeLine(_ rest: Bytes) throws -> Bool {
        try count(rest)
        length = 0
        defer { fields.line += 1 }
        if isReadingData {
            isReadingData = false
            try fields.appendData(rest)
            return false
        }
        if start.isEmpty { return try fields.take(rest) }
        start.append(contentsOf: rest)
        defer { start.removeAll(keepingCapacity: true) }
        return try start.withUnsafeBufferPointer { try fields.take($0) }
    }

    private mutating func count(_ part: Bytes) throws {
        length += part.count
        if length > limit { throw EndpointPayloadError.elementTooLong(line: fields.line, limit: limit) }
    }
}
