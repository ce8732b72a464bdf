package import EndpointTransports

extension EndpointTransportError {
    /// The cases of the error, without their values.
    package enum Kind {
        case invalidRequest, cancelled, unreachable, notResponding, timedOut, truncated
    }

    /// The case of the error.
    package var kind: Kind {
        switch self {
        case .invalidRequest: .invalidRequest
        case .cancelled: .cancelled
        case .unreachable: .unreachable
        case .notResponding: .notResponding
        case .timedOut: .timedOut
        case .truncated: .truncated
        }
    }
}
