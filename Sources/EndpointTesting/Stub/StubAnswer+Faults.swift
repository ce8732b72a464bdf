public import EndpointController
import Foundation

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
