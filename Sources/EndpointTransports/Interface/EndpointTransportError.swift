@_spi(Tools) public import Endpoint
import Foundation

/// An error that a transport throws when a request does not get a whole response.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum EndpointTransportError: Error, Sendable {
    /// The request is not valid, the transport cannot send it, or its body cannot be read.
    case invalidRequest(any Error)

    /// The waiting task was cancelled.
    case cancelled

    /// No connection could be made, for example because the host is unknown or its certificate is not trusted.
    ///
    /// For middleware outside redirects, the error is wrapped after a redirect: see ``provesUnsent(_:)`` and
    /// ``isUntrusted``.
    case unreachable(any Error)

    /// A connection was made, or may have been made, but no valid head of an HTTP response arrived.
    case notResponding(any Error)

    /// The call exceeded its timeout or the transport's own.
    case timedOut

    /// The head of a response arrived, but the body did not arrive whole.
    case truncated(any Error)
}

extension EndpointTransportError: _DescribedError {
    /// A readable sentence that includes the description of the associated error, if there is one.
    public var description: String {
        switch self {
        case .invalidRequest(let error): "The request cannot be sent: \(ErrorText.of(error))"
        case .cancelled: "The request was cancelled."
        case .unreachable(let error): "The server cannot be reached: \(Self.cause(of: error))"
        case .notResponding(let error): "The server did not respond: \(ErrorText.of(error))"
        case .timedOut: "The request timed out."
        case .truncated(let error): "The response ended too early: \(ErrorText.of(error))"
        }
    }

    /// Returns the description of an error, after its likely cause if the description only repeats the words of OpenSSL
    /// or BoringSSL for an answer without TLS.
    private static func cause(of error: any Error) -> String {
        let text = ErrorText.of(error)
        let isWithoutTLS = text.lowercased().replacing("_", with: " ").contains("wrong version number")
        return isWithoutTLS ? "The server may not speak TLS at this port (\(text))." : text
    }
}
