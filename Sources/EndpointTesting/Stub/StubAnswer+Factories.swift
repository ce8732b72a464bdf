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
    /// As with the chunked transfer coding (RFC 9112, section 7.1), no `Content-Length` is added. Combine the answer
    /// with ``truncated(after:)`` for a broken stream, or ``stalled(after:)`` for a silent one.
    ///
    /// The module `EndpointStreaming` encodes events for a stub:
    ///
    /// ```swift
    /// let clock = ManualClock()
    /// let events = ["Hi", "!"].map { ServerSentEvent(data: $0).encoded }
    /// stub.on(.any, answer: .chunks(events, contentType: "text/event-stream", every: .seconds(1), clock: clock))
    /// ```
    ///
    /// - Parameters:
    ///   - chunks: The chunks, in order. Empty chunks are left out.
    ///   - contentType: The media type of the body; by default `application/octet-stream`.
    ///   - interval: The pause before each chunk; by default zero.
    ///   - clock: The clock that measures the pause, such as a ``ManualClock``; by default `ContinuousClock`.
    ///   - status: The status code; by default 200.
    ///   - headerFields: The header fields; by default none.
    /// - Returns: The answer.
    public static func chunks(
        _ chunks: [Data],
        contentType: String = "application/octet-stream",
        every interval: Duration = .zero,
        clock: any Clock<Duration> = ContinuousClock(),
        status: Int = 200,
        headerFields: [String: String] = [:]
    ) -> StubAnswer {
        let empty = HTTPBody.data(Data(), contentType: contentType)
        return StubAnswer(status: status, headerFields: headerFields, body: empty).changed {
            $0.chunks = chunks.map { .data($0) }
            $0.announcesLength = false
            if interval > .zero { $0.pause = Pause(duration: interval, clock: clock) }
        }
    }
}
