import EndpointController

/// Which case an error is.
enum FailureKind: String, CaseIterable, Sendable {
    case invalidRequest, cancelled, serverUnreachable, serverNotResponding, timedOut, unacceptableStatus
    case unacceptableContentType, unacceptableResponse, responseTooLarge, truncatedResponse, parsing
}

extension EndpointError {
    var kind: FailureKind {
        switch self {
        case .invalidRequest: .invalidRequest
        case .cancelled: .cancelled
        case .serverUnreachable: .serverUnreachable
        case .serverNotResponding: .serverNotResponding
        case .timedOut: .timedOut
        case .unacceptableStatus: .unacceptableStatus
        case .unacceptableContentType: .unacceptableContentType
        case .unacceptableResponse: .unacceptableResponse
        case .responseTooLarge: .responseTooLarge
        case .truncatedResponse: .truncatedResponse
        case .parsing: .parsing
        }
    }
}
