public import EndpointTransports

/// An ``EndpointError`` of any controller, for code that does not know the type of the server error.
///
/// One function can show the errors of several controllers:
///
/// ```swift
/// func show(_ error: any Error) {
///     guard let error = error as? any AnyEndpointError, error.kind != .cancelled else { return }
///     alert(error.serverReason ?? error.localizedDescription, canRetry: error.kind == .serverUnreachable)
/// }
/// ```
public protocol AnyEndpointError: _DescribedError {
    /// The case of the error.
    var kind: EndpointErrorKind { get }

    /// The response that the error contains, or nil if it does not contain one.
    var response: EndpointResponse? { get }

    /// The request: of the response as it was last sent, otherwise of the call before any middleware changed it; nil if
    /// the endpoint could not make it.
    var request: URLRequest? { get }

    /// The `reason` of the server error, otherwise its `detail`, otherwise its `error`, otherwise nil.
    var serverReason: String? { get }
}

/// The cases of ``EndpointError``, without their values.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum EndpointErrorKind: Sendable, Hashable, CaseIterable {
    /// The request could not be made or sent.
    case invalidRequest
    /// A middleware threw its own error.
    case middlewareFailed
    /// The call was cancelled.
    case cancelled
    /// No connection could be made.
    case serverUnreachable
    /// No valid response arrived.
    case serverNotResponding
    /// The time of the call was over.
    case timedOut
    /// A redirect could not be followed.
    case redirectNotFollowed
    /// The status code is not accepted.
    case unacceptableStatus
    /// The body of an accepted response reports a failure.
    case reportedFailure
    /// The content type is missing or not accepted.
    case unacceptableContentType
    /// The response was refused, or cannot be used.
    case unacceptableResponse
    /// The body is longer than the limit.
    case responseTooLarge
    /// The body did not arrive whole.
    case truncatedResponse
    /// The body could not be parsed.
    case parsing
}

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

    /// The request: of the response as it was last sent, otherwise of the call before any middleware changed it; nil if
    /// the endpoint could not make it.
    public var request: URLRequest? {
        switch self {
        case .invalidRequest(let call, _), .middlewareFailed(let call, _), .cancelled(let call),
            .serverUnreachable(let call, _), .serverNotResponding(let call, _), .timedOut(let call):
            call.request
        default: response?.request
        }
    }

    /// The `reason` of the server error, otherwise its `detail`, otherwise its `error`, otherwise nil; empty texts are
    /// skipped.
    public var serverReason: String? {
        guard let serverError else { return nil }
        let texts: [any ServerErrorText] = [serverError.reason, serverError.detail, serverError.error]
        return texts.lazy.compactMap(\.serverErrorText).first { !$0.isEmpty }
    }
}
