public import Endpoint
import Foundation

/// An error of a transport, for a request that did not get a whole response.
public enum EndpointTransportError: Error, Sendable {
    /// The request cannot be sent: it is not valid, the transport cannot send it, or its body cannot be read.
    case invalidRequest(any Error)

    /// The task that waited was cancelled.
    case cancelled

    /// No connection could be made, for example because the host is unknown or its certificate is not trusted.
    case unreachable(any Error)

    /// There was a connection, but it ended without a response, or with something that is not an HTTP response.
    case notResponding(any Error)

    /// The deadline of the call has passed, or the transport itself waited too long.
    case timedOut

    /// The head of a response arrived, but its body did not arrive whole.
    case truncated(any Error)
}

extension EndpointTransportError: _DescribedError {
    /// A sentence for a person, without credentials.
    public var description: String {
        switch self {
        case .invalidRequest(let error): "The request cannot be sent: \(ErrorText.of(error))"
        case .cancelled: "The request was cancelled."
        case .unreachable(let error): "The server cannot be reached: \(ErrorText.of(error))"
        case .notResponding(let error): "The server did not respond: \(ErrorText.of(error))"
        case .timedOut: "The request timed out."
        case .truncated(let error): "The response ended too early: \(ErrorText.of(error))"
        }
    }
}
