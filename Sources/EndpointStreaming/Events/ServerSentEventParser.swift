import Foundation

/// A parser of server-sent events (WHATWG HTML, sections 9.2.5 and 9.2.6).
struct ServerSentEventParser: StreamParser {
    private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    /// The longest reconnection time, in milliseconds; a longer time is shortened to it.
    private static let longestRetry: Int64 = 9_007_199_254_740_991

    /// The last identifier that a finished event has set, with or without data; until then, the initial identifier.
    private(set) var lastEventID: String
    /// The reconnection time that the stream has asked for; nil if it has not asked.
    private(set) var retry: Duration?

    private let limit: Int
    /// A Boolean value that indicates whether the end of the body ends the last event too, as an empty line does.
    private let deliversUnfinishedEvent: Bool
    private var lines: LineBuffer
    /// The fields of the unfinished event; without a `data` field, `data` is nil and the event is not delivered.
    private var id: String
    private var type = ""
    private var data: String?

    init(
        limit: Int,
        deliversUnfinishedEvent: Bool = false,
        lastEventID: String = "",
        retry: Duration? = nil
    ) {
        self.limit = limit
        self.deliversUnfinishedEvent = deliversUnfinishedEvent
        self.lastEventID = lastEventID
        self.retry = retry
        id = lastEventID
        lines = LineBuffer(limit: limit, hasCarriageReturns: true)
    }

    var isAtEnd: Bool { lines.isWhole }

    mutating func append(_ bytes: Data?) {
        lines.append(bytes)
    }

    mutating func next() throws -> ServerSentEvent? {
        // The bytes are moved out of `lines`, which the closure changes. Retaining the array instead would take longer.
        var bytes: [UInt8] = []
        swap(&bytes, &lines.bytes)
        defer { swap(&bytes, &lines.bytes) }
        return try bytes.withUnsafeBufferPointer { bytes in
            let endsWithBody = deliversUnfinishedEvent && lines.isWhole
            while let range = try lines.next(in: bytes) ?? (endsWithBody ? lines.rest(in: bytes) : nil) {
                let line = lines.count == 1 ? bytes[range].droppingByteOrderMark : bytes[range]
                if !line.isEmpty {
                    try take(line)
                } else if let event = endEvent() {
                    return event
                }
            }
            return endsWithBody ? endEvent() : nil
        }
    }

    private mutating func endEvent() -> ServerSentEvent? {
        lastEventID = id
        defer {
            type = ""
            data = nil
        }
        return data.map { ServerSentEvent(type: type.isEmpty ? "message" : type, data: $0, id: id, retry: retry) }
    }

    private mutating func take(_ line: Bytes) throws {
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = line[colon...].dropFirst()
        if value.first == UInt8(ascii: " ") { value.removeFirst() }
        let name = line[..<colon]
        if name.isEqual(to: "data") {
            try add(value)
        } else if name.isEqual(to: "event") {
            type = String(decoding: value, as: UTF8.self)
        } else if name.isEqual(to: "id") {
            if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
        } else if name.isEqual(to: "retry") {
            retry = Self.milliseconds(value) ?? retry
        }
    }

    private mutating func add(_ value: Bytes) throws {
        let value = String(decoding: value, as: UTF8.self)
        if data == nil {
            data = value
        } else {
            data?.append("\n")
            data?.append(value)
        }
        if data?.utf8.count ?? 0 > limit {
            throw EndpointElementError.tooLong(line: lines.count, limit: limit)
        }
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

extension Slice<UnsafeBufferPointer<UInt8>> {
    fileprivate func isEqual(to text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount, let start = base.baseAddress else { return false }
        return memcmp(start + startIndex, text.utf8Start, count) == 0
    }
}
