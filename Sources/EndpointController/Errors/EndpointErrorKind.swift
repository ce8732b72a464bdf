/// The cases of ``EndpointError``, without their values.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum EndpointErrorKind: Sendable, Hashable, CaseIterable {
    /// See ``EndpointError/invalidRequest(_:)``.
    case invalidRequest
    /// See ``EndpointError/middlewareFailed(_:)``.
    case middlewareFailed
    /// See ``EndpointError/cancelled``.
    case cancelled
    /// See ``EndpointError/serverUnreachable(_:)``.
    case serverUnreachable
    /// See ``EndpointError/serverNotResponding(_:)``.
    case serverNotResponding
    /// See ``EndpointError/timedOut``.
    case timedOut
    /// See ``EndpointError/redirectNotFollowed(_:_:)``.
    case redirectNotFollowed
    /// See ``EndpointError/unacceptableStatus(_:_:)``.
    case unacceptableStatus
    /// See ``EndpointError/reportedFailure(_:_:)``.
    case reportedFailure
    /// See ``EndpointError/unacceptableContentType(_:)``.
    case unacceptableContentType
    /// See ``EndpointError/unacceptableResponse(_:_:)``.
    case unacceptableResponse
    /// See ``EndpointError/responseTooLarge(_:limit:)``.
    case responseTooLarge
    /// See ``EndpointError/truncatedResponse(_:_:)``.
    case truncatedResponse
    /// See ``EndpointError/parsing(_:_:)``.
    case parsing
}
