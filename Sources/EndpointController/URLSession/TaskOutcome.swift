import Endpoint
import Foundation

/// Maps the end of a session's task to a result.
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
        // The stream of a body is exhausted if the request has to be sent again, on a new connection.
        case .networkConnectionLost, .badServerResponse, .cannotParseResponse, .requestBodyStreamExhausted:
            return .notResponding(error)
        case .badURL, .fileDoesNotExist, .noPermissionsToReadFile: return .invalidRequest(error)
        // On Linux, an answer that is not HTTP has the second code, and a TLS handshake that failed does not have its
        // own. Call the server unreachable only if the handshake surely failed.
        case .unknown, .unsupportedURL: return isOfHandshake(error) ? .unreachable(error) : .notResponding(error)
        default: return .unreachable(error)
        }
    }

    /// Indicates whether an error says, in the words of libcurl and OpenSSL, that no secure connection was made.
    private static func isOfHandshake(_ error: any Error) -> Bool {
        let text = error.localizedDescription.lowercased()
        return ["certificate", "ssl_connect", "wrong version number", "handshake"].contains(where: text.contains)
    }
}
