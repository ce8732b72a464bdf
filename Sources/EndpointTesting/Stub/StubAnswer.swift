public import EndpointController
public import Foundation

/// The answer of a ``StubTransport`` to a request: a response, or a fault.
///
/// ```swift
/// let created = StubAnswer(status: 201, headerFields: ["Location": "/users/7"], body: .jsonEncoded(user))
/// let slow = StubAnswer.jsonEncoded(user).delayed(by: .seconds(2))
/// let broken = StubAnswer.jsonEncoded(users).truncated(after: 100)
/// ```
public struct StubAnswer: Sendable {
    enum Content: Sendable {
        case response(MadeUpResponse)
        case failure(EndpointTransportError)
        case silence
    }

    private(set) var content: Content
    private(set) var delay: Duration?

    init(content: Content) {
        self.content = content
    }

    /// Creates a response.
    ///
    /// The `Content-Type` and usually the `Content-Length` come from the body, unless `headerFields` sets them. Without
    /// a content coding or transfer coding, a `Content-Length` that is too large makes the body end as truncated, and a
    /// `Content-Length` that is too small cuts the body. A 204, a 304 and a response to HEAD never have a body, as from
    /// a server.
    ///
    /// - Parameters:
    ///   - status: The status code, from 200 to 999; by default 200.
    ///   - headerFields: The header fields; by default none.
    ///   - body: The body, such as JSON, text or a resource of the test bundle; by default empty. It is read for each
    ///     call. If it cannot be encoded or read, the transport throws `EndpointTransportError.invalidRequest`.
    public init(status: Int = 200, headerFields: [String: String] = [:], body: HTTPBody? = nil) {
        self.init(content: .response(MadeUpResponse(statusCode: status, headerFields: headerFields, body: body)))
    }

    /// Returns a copy of the answer that begins after a delay.
    ///
    /// - Parameter delay: The delay, measured by `ContinuousClock`. Cancelling the call ends the delay immediately.
    /// - Returns: The answer.
    public func delayed(by delay: Duration) -> StubAnswer {
        var answer = self
        answer.delay = delay
        return answer
    }

    /// Returns a copy of the answer that cuts its body off, so that the body ends with
    /// `EndpointTransportError.truncated`.
    ///
    /// - Parameter count: The number of bytes of the body that arrive; by default all.
    /// - Returns: The answer. A fault, a 204, a 304 and a response to HEAD stay as they are.
    public func truncated(after count: Int = .max) -> StubAnswer {
        changed {
            $0.ending = .failed(.truncated(URLError(.networkConnectionLost)))
            $0.cut = count
        }
    }

    /// Returns a copy of the answer that stalls within its body, so that the body ends only by cancellation or timeout.
    ///
    /// - Parameter count: The number of bytes of the body that arrive before it stalls; by default all.
    /// - Returns: The answer. A fault, a 204, a 304 and a response to HEAD stay as they are.
    public func stalled(after count: Int = .max) -> StubAnswer {
        changed {
            $0.ending = .stalled
            $0.cut = count
        }
    }

    /// Returns a copy of the answer with a changed response; a fault stays as it is.
    func changed(_ change: (inout MadeUpResponse) -> Void) -> StubAnswer {
        guard case .response(var response) = content else { return self }
        change(&response)
        var answer = self
        answer.content = .response(response)
        return answer
    }

    func deliver(to request: URLRequest) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        if let delay { try await Pause(duration: delay)() }
        switch content {
        case .failure(let error):
            throw error
        case .silence:
            throw await Pause.untilCancelled()
        case .response(let response):
            do {
                return try response.streamed(for: request)
            } catch {
                throw .invalidRequest(StubError.unusableAnswer(error))
            }
        }
    }
}

extension StubAnswer: _OpaqueType {
    /// The status or fault, the ending and the delay, without header fields and body, which may contain secrets.
    public var description: String {
        let text =
            switch content {
            case .response(let response): "\(response.statusCode)\(Self.end(of: response))"
            case .failure(let error): "fails: \(error)"
            case .silence: "never answers"
            }
        return delay.map { "delayed by \($0): \(text)" } ?? text
    }

    private static func end(of response: MadeUpResponse) -> String {
        let cut = response.cut
        let place = cut == .max ? "the whole body" : cut == 1 ? "1 byte" : "\(cut) bytes"
        return switch response.ending {
        case .whole: ""
        case .failed: ", truncated after \(place)"
        case .stalled: ", stalled after \(place)"
        }
    }
}

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
    public static func jsonEncoded(
        _ value: some Encodable,
        status: Int = 200,
        headerFields: [String: String] = [:],
        encoder: JSONEncoder? = nil
    ) -> StubAnswer {
        StubAnswer(status: status, headerFields: headerFields, body: .jsonEncoded(value, encoder: encoder))
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

extension StubAnswer {
    /// Creates a fault: the transport throws an error instead of returning a response.
    ///
    /// - Parameter error: The error that the transport throws. Use ``neverAnswers`` for a call that ends only by
    ///   cancellation or timeout.
    /// - Returns: The answer.
    public static func failure(_ error: EndpointTransportError) -> StubAnswer {
        StubAnswer(content: .failure(error))
    }

    /// A failure to connect to the server.
    public static var unreachable: StubAnswer { .failure(.unreachable(URLError(.cannotConnectToHost))) }

    /// A connection that ends before a response arrives.
    public static var notResponding: StubAnswer { .failure(.notResponding(URLError(.networkConnectionLost))) }

    /// A timeout that is reported without waiting.
    public static var timedOut: StubAnswer { .failure(.timedOut) }

    /// A cancelled call.
    public static var cancelled: StubAnswer { .failure(.cancelled) }

    /// No answer: the call ends only by cancellation or timeout.
    public static var neverAnswers: StubAnswer { StubAnswer(content: .silence) }
}
