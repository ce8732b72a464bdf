extension EndpointError: AnyEndpointError {
    /// The case of the error.
    public var kind: EndpointErrorKind {
        switch self {
        case .invalidRequest: .invalidRequest
        case .middlewareFailed: .middlewareFailed
        case .cancelled: .cancelled
        case .serverUnreachable: .serverUnreachable
        case .serverNotResponding: .serverNotResponding
        case .timedOut: .timedOut
        case .redirectNotFollowed: .redirectNotFollowed
        case .unacceptableStatus: .unacceptableStatus
        case .reportedFailure: .reportedFailure
        case .unacceptableContentType: .unacceptableContentType
        case .unacceptableResponse: .unacceptableResponse
        case .responseTooLarge: .responseTooLarge
        case .truncatedResponse: .truncatedResponse
        case .parsing: .parsing
        }
    }

    /// The response that the error contains, or nil if it does not contain one.
    public var response: EndpointResponse? {
        switch self {
        case .invalidRequest, .middlewareFailed, .cancelled, .serverUnreachable, .serverNotResponding, .timedOut: nil
        case .unacceptableStatus(let response, _), .unacceptableContentType(let response),
            .unacceptableResponse(let response, _), .responseTooLarge(let response, _),
            .truncatedResponse(let response, _), .parsing(let response, _), .redirectNotFollowed(let response, _),
            .reportedFailure(let response, _):
            response
        }
    }

    /// The `reason` of the server error, otherwise its `detail`, otherwise its `error`, otherwise nil.
    public var serverReason: String? {
        serverError.flatMap { $0.reason ?? $0.detail ?? $0.error }
    }
}
