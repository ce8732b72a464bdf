public import EndpointController
public import Foundation

extension StubAnswer {
    /// Creates a response with a status code from 200 to 999, and without a body.
    public static func status(_ code: Int, headerFields: [String: String] = [:]) -> StubAnswer {
        StubAnswer(status: code, headerFields: headerFields)
    }

    /// Creates a response with an object or array literal as JSON.
    ///
    /// - Parameters:
    ///   - literal: The members or elements, of any `Encodable` types. Nil values are left out.
    ///   - status: The status code; by default 200.
    ///   - headerFields: The header fields; by default none.
    ///   - encoder: The encoder; by default `JSONEncoder.endpoint()`.
    /// - Returns: The answer.
    public static func json(
        _ literal: JSONLiteral,
        status: Int = 200,
        headerFields: [String: String] = [:],
        encoder: JSONEncoder? = nil
    ) -> StubAnswer {
        StubAnswer(status: status, headerFields: headerFields, body: .json(literal, encoder: encoder))
    }

    /// Creates a response with a value as JSON.
    ///
    /// - Parameters:
    ///   - value: The value. If it cannot be encoded, the transport throws `EndpointTransportError.invalidRequest`.
    ///   - status: The status code; by default 200.
    ///   - headerFields: The header fields; by default none.
    ///   - encoder: The encoder; by default `JSONEncoder.endpoint()`.
    /// - Returns: The answer.
    @_disfavoredOverload
    public static func json(
        _ value: some Encodable,
        status: Int = 200,
        headerFields: [String: String] = [:],
        encoder: JSONEncoder? = nil
    ) -> StubAnswer {
        StubAnswer(status: status, headerFields: headerFields, body: .json(value, encoder: encoder))
    }

    /// Creates a response with text that is already JSON, and is sent unchanged.
    public static func json(text: String, status: Int = 200, headerFields: [String: String] = [:]) -> StubAnswer {
        StubAnswer(status: status, headerFields: headerFields, body: .json(text: text))
    }

    /// Creates a response with text, which is sent as `text/plain; charset=utf-8`.
    public static func text(_ text: String, status: Int = 200, headerFields: [String: String] = [:]) -> StubAnswer {
        StubAnswer(status: status, headerFields: headerFields, body: .text(text))
    }

    /// Creates a response whose body arrives in chunks.
    ///
    /// As with the chunked transfer coding (RFC 9112, section 7.1), no `Content-Length` is added.
    ///
    /// - Parameters:
    ///   - chunks: The chunks, in order. Empty chunks are left out.
    ///   - contentType: The media type of the body; by default `application/octet-stream`.
    ///   - status: The status code; by default 200.
    ///   - headerFields: The header fields; by default none.
    /// - Returns: The answer.
    public static func chunks(
        _ chunks: [Data],
        contentType: String = "application/octet-stream",
        status: Int = 200,
        headerFields: [String: String] = [:]
    ) -> StubAnswer {
        let empty = HTTPBody.data(Data(), contentType: contentType)
        return StubAnswer(status: status, headerFields: headerFields, body: empty).changed {
            $0.chunks = chunks.map { .data($0) }
            $0.announcesLength = false
        }
    }

    /// Creates a stream of server-sent events, with an optional pause before each event.
    ///
    /// ```swift
    /// let clock = ManualClock()
    /// stub.on(.any, answer: .events(["Hi", "!"].map { ServerSentEvent(data: $0) }, every: .seconds(1), clock: clock))
    /// ```
    ///
    /// Combine the answer with ``truncated(after:)`` for a broken stream, or ``stalled(after:)`` for a silent one.
    ///
    /// - Parameters:
    ///   - events: The events, in order.
    ///   - interval: The pause before each event; by default zero.
    ///   - clock: The clock that measures the pause, such as a ``ManualClock``; by default `ContinuousClock`.
    ///   - headerFields: The header fields; by default none.
    /// - Returns: The answer, with the content type `text/event-stream`.
    public static func events(
        _ events: [ServerSentEvent],
        every interval: Duration = .zero,
        clock: any Clock<Duration> = ContinuousClock(),
        headerFields: [String: String] = [:]
    ) -> StubAnswer {
        let chunks = events.map { Data($0.text.utf8) }
        let answer = StubAnswer.chunks(chunks, contentType: "text/event-stream", headerFields: headerFields)
        return interval > .zero ? answer.changed { $0.pause = Pause(duration: interval, clock: clock) } : answer
    }
}

extension ServerSentEvent {
    /// The event in the format of an event stream.
    fileprivate var text: String {
        var lines = data.split(omittingEmptySubsequences: false) { ["\n", "\r", "\r\n"].contains($0) }
            .map { "data: \($0)" }
        if type != "message" { lines.append("event: \(type)") }
        if !id.isEmpty { lines.append("id: \(id)") }
        // An integer type would overflow for long durations.
        if let retry { lines.append(String(format: "retry: %.0f", (retry / .milliseconds(1)).rounded(.towardZero))) }
        return lines.joined(separator: "\n") + "\n\n"
    }
}
