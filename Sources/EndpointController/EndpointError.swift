import EndpointTransports

/// An error that ends a call of an endpoint: a load, an upload, a download or a stream.
///
/// ```swift
/// do {
///     user = try await api.load(GetUser(id: 867))
/// } catch .unacceptableStatus(let response, let serverError) where response.statusCode == 404 {
///     user = nil
/// } catch {
///     throw error
/// }
/// ```
///
/// End a `do` like this with a `catch` for all other errors: without that `catch`, the Swift 6.3 compiler may crash. In
/// code that does not know the type of the server error, use ``AnyEndpointError``.
///
/// ## Logging an error
///
/// To log an error, log its `description`, a sentence for a person. Do not log the error's response, because it, or the
/// request in it, may contain credentials.
///
/// The description names the failure, the method, the status and the URL, or the type of an endpoint that cannot make
/// its request; the URL is shown without query values, fragment and user information, and without a secret path
/// (``EndpointRules/hasSecretPath``). It quotes the reason in the server error as the server wrote it, on one line, cut
/// to 500 characters. If a server repeats a credential there, the description has it. If the server error has no
/// reason, or a member of a payload is missing, the description lists the names of the members that are there.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum EndpointError<ServerError: EndpointServerError>: Error {
    /// The request could not be made or sent, for example because of the endpoint, the base URL, a middleware or the
    /// body.
    ///
    /// The error may be an `EndpointRequestError` or the endpoint's own error.
    case invalidRequest(EndpointUnansweredCall, any Error)

    /// A middleware threw its own error, or rethrew an error of a controller with another type of server error.
    ///
    /// A rethrown ``cancelled(_:)``, ``serverUnreachable(_:_:)``, ``serverNotResponding(_:_:)`` or ``timedOut(_:)``
    /// keeps its case.
    case middlewareFailed(EndpointUnansweredCall, any Error)

    /// The call was cancelled.
    case cancelled(EndpointUnansweredCall)

    /// No connection could be made, for example because the host is unknown or its certificate is not trusted.
    case serverUnreachable(EndpointUnansweredCall, any Error)

    /// No valid HTTP response arrived over a connection, or a body that middleware read did not arrive whole.
    case serverNotResponding(EndpointUnansweredCall, any Error)

    /// The call exceeded its timeout (``EndpointRules/timeout``) or the transport's own, or middleware asked for a
    /// pause that would not end in time: see ``EndpointNext/pause(for:clock:)``.
    case timedOut(EndpointUnansweredCall)

    /// A redirect could not be followed.
    case redirectNotFollowed(EndpointResponse, EndpointRedirectError)

    /// The status code is not accepted.
    ///
    /// The server error is nil if the response does not contain one.
    case unacceptableStatus(EndpointResponse, ServerError?)

    /// The status code is accepted, but the body says that the call failed: see
    /// ``EndpointServerError/serverError(in:isAccepted:decoder:)``. In a stream, a parser of elements threw the error.
    case reportedFailure(EndpointResponse, ServerError)

    /// The content type is missing or not accepted.
    case unacceptableContentType(EndpointResponse)

    /// A validator refused the response, or the response cannot be used, for the reason that the error gives.
    case unacceptableResponse(EndpointResponse, any Error)

    /// The body has more bytes than the limit.
    ///
    /// The response holds the bytes up to the limit; for a stream or a download with an accepted status, it holds none.
    case responseTooLarge(EndpointResponse, limit: Int)

    /// The body did not arrive whole.
    ///
    /// The response holds the bytes that arrived; for a stream or a download with an accepted status, it holds none.
    case truncatedResponse(EndpointResponse, any Error)

    /// The body could not be parsed; the error is the parser's.
    case parsing(EndpointResponse, any Error)
}

extension EndpointError {
    /// The server error that this error contains, or nil if it does not contain one.
    public var serverError: ServerError? {
        switch self {
        case .unacceptableStatus(_, let error): error
        case .reportedFailure(_, let error): error
        default: nil
        }
    }

    /// Creates the error with which a call ends after an error of its middleware or its transport.
    ///
    /// - Parameters:
    ///   - error: The error, such as an `EndpointTransportError` that middleware gets from `next`.
    ///   - call: The call.
    public init(_ error: any Error, of call: EndpointUnansweredCall) {
        self =
            switch error {
            case let error as EndpointError: error
            case let error as EndpointTransportError: Self.of(error, call)
            // Another controller's error: a middleware may have asked that controller for a token.
            case let error as any AnyEndpointError: Self.withinMiddleware(error, call)
            case is CancellationError: .cancelled(call)
            case is EndpointRequestError: .invalidRequest(call, error)
            default: .middlewareFailed(call, error)
            }
    }

    private static func of(_ error: EndpointTransportError, _ call: EndpointUnansweredCall) -> EndpointError {
        switch error {
        case .invalidRequest(let error): .invalidRequest(call, error)
        case .cancelled: .cancelled(call)
        case .unreachable(let error): .serverUnreachable(call, (error as? UnreachableAfterRedirect)?.error ?? error)
        case .notResponding(let error), .truncated(let error): .serverNotResponding(call, error)
        case .timedOut: .timedOut(call)
        }
    }

    private static func withinMiddleware(_ error: any AnyEndpointError, _ call: EndpointUnansweredCall) -> EndpointError
    {
        switch error.kind {
        case .cancelled: .cancelled(call)
        case .serverUnreachable: .serverUnreachable(call, error)
        case .serverNotResponding: .serverNotResponding(call, error)
        case .timedOut: .timedOut(call)
        default: .middlewareFailed(call, error)
        }
    }
}
