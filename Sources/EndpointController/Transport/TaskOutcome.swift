import Endpoint
import Foundation

/// What the end of a session's task means.
enum TaskOutcome {
    static func result(
        of error: (any Error)?,
        head: HTTPURLResponse?,
        request: URLRequest?
    ) -> Result<Void, EndpointTransportError> {
        guard let error else {
            return head == nil ? .failure(.notResponding(URLError(.badServerResponse))) : .success(())
        }
        if let stream = request?.httpBodyStream, stream.streamStatus == .error, let error = stream.streamError {
            return .failure(.invalidRequest(error))
        }
        let code = (error as? URLError)?.code
        if code == .timedOut { return .failure(.timedOut) }
        if let head {
            // The body of a challenge has arrived by the time that the challenge is turned down.
            let isChallenge = head.statusCode == 401 || head.statusCode == 407
            return code == .cancelled && isChallenge ? .success(()) : .failure(.truncated(error))
        }
        return .failure(withoutResponse(error, code, request))
    }

    private static func withoutResponse(
        _ error: any Error,
        _ code: URLError.Code?,
        _ request: URLRequest?
    ) -> EndpointTransportError {
        switch code {
        case .cancelled: return .cancelled
        // The stream of a body is exhausted where the request was to be sent again, on a new connection.
        case .networkConnectionLost, .badServerResponse, .cannotParseResponse, .requestBodyStreamExhausted:
            return .notResponding(error)
        case .badURL, .fileDoesNotExist, .noPermissionsToReadFile: return .invalidRequest(error)
        // What these are on Linux depends on how far the connection came: a broken TLS handshake has no code of its
        // own, and an answer that is not HTTP has that of an unsupported URL.
        case .unknown, .unsupportedURL:
            let isSecure = request?.url?.scheme?.lowercased() == "https"
            return isSecure ? .unreachable(error) : .notResponding(error)
        default: return .unreachable(error)
        }
    }
}
