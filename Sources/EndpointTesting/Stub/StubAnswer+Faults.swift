public import EndpointController
import Foundation

extension StubAnswer {
    /// Fails with an error instead of a response.
    ///
    /// - Parameter error: The error that the call throws. Use ``neverAnswers`` for a call that ends only by
    ///   cancellation or timeout.
    /// - Returns: The answer.
    public static func failure(_ error: EndpointTransportError) -> StubAnswer {
        StubAnswer(content: .failure(error))
    }

    /// There is no connection to the server.
    public static var unreachable: StubAnswer { .failure(.unreachable(URLError(.cannotConnectToHost))) }

    /// The connection ends before there is a response.
    public static var notResponding: StubAnswer { .failure(.notResponding(URLError(.networkConnectionLost))) }

    /// It took too long: what a test of timeouts need not wait for.
    public static var timedOut: StubAnswer { .failure(.timedOut) }

    /// The call was cancelled.
    public static var cancelled: StubAnswer { .failure(.cancelled) }

    /// Nothing comes until the call is cancelled, or its time is over.
    public static var neverAnswers: StubAnswer { StubAnswer(content: .silence) }
}
