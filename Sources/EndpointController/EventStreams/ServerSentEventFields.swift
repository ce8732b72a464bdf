import Foundation

/// Makes events of the lines of a stream (WHATWG HTML, section 9.2.6).
struct ServerSentEventFields: Sendable {
    /// The longest reconnection time that is told apart from longer ones, in milliseconds.
    private static let longestRetry: Int64 = 9_007_199_254_740_991

    /// The number of the line that is read, from 1.
    var line = 1
    /// The identifier of the last finished event, with or without data.
    private(set) var lastEventID: String
    /// The reconnection time that the stream has asked for.
    private(set) var retry: Duration?

    private let limit: Int
    /// The fields of the event whose end has not come.
    private var type = ""
    private var lastType = ""
    private var id: String?
    private var data: [UInt8] = []
    private var hasData = false

    init(limit: Int, lastEventID: String, retry: Duration?) {
        self.limit = limit
        self.lastEventID = lastEventID
        self.retry = retry
    }

    /// Takes a whole line.
    ///
    /// - Returns: Whether the line ends an event, which is then to be taken.
    mutating func take(_ line: Bytes) throws -> Bool {
        let line = self.line == 1 ? line.droppingByteOrderMark : line
        switch line.first {
        case nil: return endEvent()
        case UInt8(ascii: "d"):
            if let value = line.value(ofField: "data") { try beginData(value) }
        case UInt8(ascii: "e"):
            if let value = line.value(ofField: "event") { setType(value) }
        case UInt8(ascii: "i"):
            if let value = line.value(ofField: "id"), !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
        case UInt8(ascii: "r"):
            if let value = line.value(ofField: "retry") { retry = Self.milliseconds(value) ?? retry }
        default: break
        }
        return false
    }

    /// Takes the start of a line whose value is data, so that the rest need not be collected before.
    ///
    /// - Returns: Whether it is such a line, as far as can be told.
    mutating func beginData(ofLine start: Bytes) throws -> Bool {
        // A byte order mark may precede the first line, and a space the value.
        guard line > 1, start.count > 5, let value = start.value(ofField: "data") else { return false }
        try beginData(value)
        return true
    }

    private mutating func beginData(_ value: Bytes) throws {
        if hasData { data.append(.lineFeed) }
        hasData = true
        try appendData(value)
    }

    /// Takes more of the data that the last line began.
    mutating func appendData(_ value: Bytes) throws {
        data.append(contentsOf: value)
        if data.count > limit { throw EndpointPayloadError.elementTooLong(line: line, limit: limit) }
    }

    /// - Returns: Whether there is an event: without data, there is none.
    private mutating func endEvent() -> Bool {
        if let id {
            lastEventID = id
            self.id = nil
        }
        if !hasData { type = "" }
        return hasData
    }

    /// Takes the event that the last line has ended.
    mutating func takeEvent() -> ServerSentEvent {
        defer {
            type = ""
            data.removeAll(keepingCapacity: true)
            hasData = false
        }
        let text = String(decoding: data, as: UTF8.self)
        return ServerSentEvent(type: type.isEmpty ? "message" : type, data: text, id: lastEventID, retry: retry)
    }

    /// A stream repeats a few types, and a comparison is faster than another string.
    private mutating func setType(_ value: Bytes) {
        if !value.isEqual(to: lastType) { lastType = String(decoding: value, as: UTF8.self) }
        type = lastType
    }

    private static func milliseconds(_ digits: Bytes) -> Duration? {
        if digits.isEmpty { return nil }
        var value: Int64 = 0
        for byte in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = min(value * 10 + Int64(byte - UInt8(ascii: "0")), longestRetry)
        }
        return .milliseconds(value)
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate func isEqual(to text: String) -> Bool {
        guard count == text.utf8.count, let base = baseAddress else { return false }
        return text.utf8.withContiguousStorageIfAvailable { text in
            text.baseAddress.map { memcmp($0, base, count) == 0 }
        } == true
    }

    /// The value of the field on a line, if it has this name.
    @inline(__always)
    fileprivate func value(ofField name: StaticString) -> Bytes? {
        let length = name.utf8CodeUnitCount
        guard count >= length else { return nil }
        for index in 0..<length where self[index] != name.utf8Start[index] { return nil }
        if count == length { return slice(length, length) }
        guard self[length] == UInt8(ascii: ":") else { return nil }
        let start = length + 1
        return slice(start < count && self[start] == UInt8(ascii: " ") ? start + 1 : start, count)
    }
}
