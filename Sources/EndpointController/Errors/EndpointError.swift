import Endpoint

/// An error that occurs while an endpoint is loaded.
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
/// End a `do` like this with a `catch` for all other errors: without it, the Swift 6.3 compiler may crash. In code that
/// does not know the type of the server error, use ``AnyEndpointError``.
///
/// The description of an error hides recognised credentials: see ``description``. The requests and responses in the
/// error may contain credentials, so log the description.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum EndpointError<ServerError: EndpointServerError>: Error {
    /// The request could not be made or sent: the endpoint, the base URL, a middleware or the body to send is at fault.
    /// The error is, for example, an `EndpointRequestError`, an ``EndpointPagingError`` or the endpoint's own error.
    case invalidRequest(any Error)

    /// A middleware threw its own error, or passed on another controller's error.
    case middlewareFailed(any Error)

    /// The call was cancelled.
    case cancelled

    /// No connection could be made, for example because the host is unknown or its certificate is not trusted.
    case serverUnreachable(any Error)

    /// There was a connection, but it ended without a response, or with data that is not an HTTP response.
    case serverNotResponding(any Error)

    /// The call exceeded its timeout or the transport's own: see ``EndpointRules/timeout``.
    case timedOut

    /// A redirect could not be followed.
    case redirectNotFollowed(EndpointResponse, EndpointRedirectError)

    /// The status code is not accepted. The server error is nil if the response does not contain one.
    case unacceptableStatus(EndpointResponse, ServerError?)

    /// The status code is accepted, but the body says that the call failed: see
    /// ``EndpointServerError/serverError(in:isAccepted:decoder:)``.
    case reportedFailure(EndpointResponse, ServerError)

    /// The content type is missing or not accepted.
    case unacceptableContentType(EndpointResponse)

    /// The response was refused by a validator, has a link or cursor to the next page that cannot be followed, or does
    /// not fit the download: see ``EndpointDownloadError``.
    case unacceptableResponse(EndpointResponse, any Error)

    /// The body has more bytes than the limit. The response holds the bytes up to the limit, or none for a stream or a
    /// download.
    case responseTooLarge(EndpointResponse, limit: Int)

    /// The body did not arrive whole. The response holds the bytes that arrived, or none for a stream or a download.
    case truncatedResponse(EndpointResponse, any Error)

    /// The body could not be parsed; the error is the parser's.
    case parsing(EndpointResponse, any Error)

    /// The file for the body cannot be written. The response is nil if no request was sent. The error is an
    /// ``EndpointDownloadError``, an ``EndpointPayloadError`` or the file system's.
    case fileNotWritable(EndpointResponse?, any Error)
}

extension EndpointError {
    /// The server's own account of the error, if there is one.
    public var serverError: ServerError? {
        switch self {
        case .unacceptableStatus(_, let error): error
        case .reportedFailure(_, let error): error
        default: nil
        }
    }

    /// Maps an error to a case.
    package init(_ error: any Error) {
        switch error {
        case let error as EndpointError: self = error
        case let error as EndpointTransportError: self.init(error)
        // The error of another controller: a middleware may have asked it for a token.
        case let error as any AnyEndpointError: self = Self.withinMiddleware(error)
        case is CancellationError: self = .cancelled
        case is EndpointRequestError, is EndpointPagingError: self = .invalidRequest(error)
        case is EndpointDownloadError: self = .fileNotWritable(nil, error)
        default: self = .middlewareFailed(error)
        }
    }

    private init(_ error: EndpointTransportError) {
        self =
            switch error {
            case .invalidRequest(let error): .invalidRequest(error)
            case .cancelled: .cancelled
            case .unreachable(let error): .serverUnreachable(error)
            case .notResponding(let error), .truncated(let error): .serverNotResponding(error)
            case .timedOut: .timedOut
            }
    }

    private static func withinMiddleware(_ error: any AnyEndpointError) -> EndpointError {
        switch error.kind {
        case .cancelled: .cancelled
        case .serverUnreachable: .serverUnreachable(error)
        case .serverNotResponding: .serverNotResponding(error)
        case .timedOut: .timedOut
        default: .middlewareFailed(error)
        }
    }
}
