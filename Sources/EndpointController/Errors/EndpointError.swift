/// Whatever goes wrong in loading an endpoint.
///
/// ```swift
/// do {
///     user = try await controller.load(GetUser(id: 867))
/// } catch .unacceptableStatus(let response, let serverError) where response.statusCode == 404 {
///     user = nil
/// } catch {
///     throw error
/// }
/// ```
///
/// End such a `do` with a `catch` for all other cases, as here: without one, Swift 6.3 may crash while it compiles.
///
/// A description of an error shows no credential: see ``description``. Of the values that it holds, requests and
/// responses do.
public enum EndpointError<ServerError: EndpointServerError>: Error {
    /// The request could not be made or sent: the endpoint, the base URL, a middleware or a file to send is at fault.
    /// The error is an `EndpointRequestError`, an ``EndpointBaseURLError`` or the one that was thrown.
    case invalidRequest(any Error)

    /// The call was cancelled.
    case cancelled

    /// No connection could be made: no network, no such host, a refused port, an untrusted certificate.
    case serverUnreachable(any Error)

    /// There was a connection, but it ended without a response, or with something that is no HTTP response.
    case serverNotResponding(any Error)

    /// The call took longer than it may.
    case timedOut

    /// The status code is not accepted. What the server said is decoded, if it is such an error in JSON.
    case unacceptableStatus(EndpointResponse, ServerError?)

    /// The content type is not accepted.
    case unacceptableContentType(EndpointResponse)

    /// A validation of yours refused the response, or a redirect or a link to the next page could not be followed.
    case unacceptableResponse(EndpointResponse, any Error)

    /// The body is longer than it may be, in bytes. The response holds what arrived until then.
    case responseTooLarge(EndpointResponse, limit: Int)

    /// The body did not arrive whole. The response holds what arrived.
    case truncatedResponse(EndpointResponse, any Error)

    /// The body could not be parsed; the error is the decoder's. A download that cannot be written is one too.
    case parsing(EndpointResponse, any Error)
}

extension EndpointError {
    /// The response, if there was one.
    public var response: EndpointResponse? {
        switch self {
        case .invalidRequest, .cancelled, .serverUnreachable, .serverNotResponding, .timedOut: nil
        case .unacceptableStatus(let response, _), .unacceptableContentType(let response),
            .unacceptableResponse(let response, _), .responseTooLarge(let response, _),
            .truncatedResponse(let response, _), .parsing(let response, _):
            response
        }
    }

    /// What the server said of the error, if it did.
    public var serverError: ServerError? {
        if case .unacceptableStatus(_, let error) = self { error } else { nil }
    }

    /// Sorts an error into a case; one that is no response's.
    package init(_ error: any Error) {
        switch error {
        case let error as EndpointError: self = error
        case let error as EndpointTransportError: self.init(error)
        // That of another controller, which a middleware has asked for a token, for example.
        case let error as any TransportFailure: self = error.transportError.map(Self.init) ?? .invalidRequest(error)
        case is CancellationError: self = .cancelled
        default: self = .invalidRequest(error)
        }
    }

    init(_ error: EndpointTransportError) {
        self =
            switch error {
            case .invalidRequest(let error): .invalidRequest(error)
            case .cancelled: .cancelled
            case .unreachable(let error): .serverUnreachable(error)
            case .notResponding(let error), .truncated(let error): .serverNotResponding(error)
            case .timedOut: .timedOut
            }
    }
}

/// An error of any controller, whatever its server errors are.
private protocol TransportFailure: Error {
    /// What a transport would have said of it, if it could have.
    var transportError: EndpointTransportError? { get }
}

extension EndpointError: TransportFailure {
    fileprivate var transportError: EndpointTransportError? {
        switch self {
        case .cancelled: .cancelled
        case .serverUnreachable(let error): .unreachable(error)
        case .serverNotResponding(let error): .notResponding(error)
        case .timedOut: .timedOut
        default: nil
        }
    }
}
