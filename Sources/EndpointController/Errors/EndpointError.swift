import Endpoint

/// An error in loading an endpoint.
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
/// End such a `do` with a `catch` for all other cases, as here: without one, the compiler of Swift 6.3 may crash. Code
/// that does not know the server error uses ``AnyEndpointError``.
///
/// The description of an error does not show credentials: see ``description``. The requests and responses in it do.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum EndpointError<ServerError: EndpointServerError>: Error {
    /// The request could not be made or sent: the endpoint, the base URL or a file to send is at fault. The error is an
    /// `EndpointRequestError`, an ``EndpointPagingError`` or the error of the endpoint.
    case invalidRequest(any Error)

    /// A middleware threw its own error.
    case middlewareFailed(any Error)

    /// The call was cancelled.
    case cancelled

    /// No connection could be made: no network, no such host, a refused port, an untrusted certificate.
    case serverUnreachable(any Error)

    /// There was a connection, but it ended without a response, or with data that is not an HTTP response.
    case serverNotResponding(any Error)

    /// The call took longer than its timeout.
    case timedOut

    /// A redirect could not be followed.
    case redirectNotFollowed(EndpointResponse, EndpointRedirectError)

    /// The status code is not accepted. ``EndpointServerError`` reads the server error from the body, if it can.
    case unacceptableStatus(EndpointResponse, ServerError?)

    /// The status code is accepted, but the body says that the call failed: see
    /// ``EndpointServerError/serverError(in:isAccepted:decoder:)``.
    case reportedFailure(EndpointResponse, ServerError)

    /// The content type is not accepted.
    case unacceptableContentType(EndpointResponse)

    /// A validator refused the response, or a link to the next page could not be followed.
    case unacceptableResponse(EndpointResponse, any Error)

    /// The body is longer than the limit, in bytes. The response holds the bytes that arrived until then.
    case responseTooLarge(EndpointResponse, limit: Int)

    /// The body did not arrive whole. The response holds the bytes that arrived.
    case truncatedResponse(EndpointResponse, any Error)

    /// The body could not be parsed; the error is the parser's.
    case parsing(EndpointResponse, any Error)

    /// The file that the body is for cannot be written. There is no response if nothing was sent. The error is an
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
        // The error of another controller, which a middleware has asked for a token, for example.
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
