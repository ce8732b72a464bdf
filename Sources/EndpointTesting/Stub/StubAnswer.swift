public import EndpointController
import Foundation

/// The answer of a ``StubTransport`` to a request: a response, or a fault.
///
/// ```swift
/// let created = StubAnswer(status: 201, headerFields: ["Location": "/users/7"], body: .json(user))
/// let slow = StubAnswer.json(user).delayed(by: .seconds(2))
/// let broken = StubAnswer.json(users).truncated(after: 100)
/// ```
public struct StubAnswer: Sendable {
    enum Content: Sendable {
        case response(status: Int, headerFields: [String: String], body: Body)
        case failure(EndpointTransportError)
        case silence
    }

    enum Body: Sendable {
        case whole(HTTPBody?)
        /// With a pause before each chunk.
        case chunks([Data], contentType: String, pause: Pause?)
    }

    enum Ending: Sendable {
        case whole
        case truncated(after: Int)
        case stalled(after: Int)
    }

    let content: Content
    private(set) var ending = Ending.whole
    private(set) var delay: Duration?

    init(content: Content) {
        self.content = content
    }

    /// Creates a response.
    ///
    /// It gets the `Content-Type` of its body and its `Content-Length`, unless header fields say otherwise. A
    /// `Content-Length` that is too large makes the response one that is cut short, one that is too small cuts the
    /// body, and a HEAD, a 204 and a 304 never have a body, as with a server.
    ///
    /// - Parameters:
    ///   - status: The status code, 200 or more.
    ///   - headerFields: The header fields.
    ///   - body: The body: JSON, text, data, a file, or a resource of the tests. It is read when a call comes; one that
    ///     cannot be read makes the call throw `EndpointTransportError.invalidRequest`.
    public init(status: Int = 200, headerFields: [String: String] = [:], body: HTTPBody? = nil) {
        self.init(content: .response(status: status, headerFields: headerFields, body: .whole(body)))
    }

    /// The same answer, which begins only after a while.
    ///
    /// - Parameter delay: The time before the answer begins. Cancelling the call ends it at once.
    /// - Returns: The answer.
    public func delayed(by delay: Duration) -> StubAnswer {
        var answer = self
        answer.delay = delay
        return answer
    }

    /// The same response, whose body is cut: then the call ends with `EndpointTransportError.truncated`.
    ///
    /// - Parameter count: The number of bytes of the body that arrive; by default all.
    /// - Returns: The answer; a fault stays as it is.
    public func truncated(after count: Int = .max) -> StubAnswer {
        var answer = self
        answer.ending = .truncated(after: count)
        return answer
    }

    /// The same response, whose body stops without an end: nothing more comes until the call is cancelled.
    ///
    /// - Parameter count: The number of bytes of the body that arrive before; by default all.
    /// - Returns: The answer; a fault stays as it is.
    public func stalled(after count: Int = .max) -> StubAnswer {
        var answer = self
        answer.ending = .stalled(after: count)
        return answer
    }
}
