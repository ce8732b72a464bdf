@_spi(Tools) import Endpoint
import Foundation

enum TaskOutcome {
    /// Returns the error of a task that has ended; nil if a whole response has arrived.
    static func failure(
        of error: (any Error)?,
        head: HTTPURLResponse?,
        request: URLRequest?,
        bytesSent: Int64
    ) -> EndpointTransportError? {
        guard let error = error.map(withoutURL) else {
            return head == nil ? .notResponding(URLError(.badServerResponse)) : nil
        }
        if let stream = request?.httpBodyStream, stream.streamStatus == .error, let error = stream.streamError {
            return .invalidRequest(error)
        }
        let code = (error as? URLError)?.code
        if code == .timedOut { return .timedOut }
        if let head {
            // Rejecting a challenge cancels the task, but by then the body of the response has arrived.
            let isChallenge = head.statusCode == 401 || head.statusCode == 407
            if code == .cancelled, isChallenge { return nil }
            // On Linux, libcurl says that it does not know a content coding.
            let isCoded = error.localizedDescription.contains("content encoding")
            return isCoded ? .notResponding(error) : .truncated(error)
        }
        if code == .badURL {
            let host = request?.url?.host(percentEncoded: false) ?? ""
            return .invalidRequest(
                UnsendableRequest(description: "URLSession refuses the URL, whose host is \(host.quoted)."))
        }
        let failure = withoutResponse(error, code)
        // The server may have received a request if a part of its body was sent before the network was lost.
        if case .unreachable = failure, bytesSent > 0 { return .notResponding(error) }
        return failure
    }

    /// Returns the error without the URL of the request, whose query may contain a secret.
    private static func withoutURL(_ error: any Error) -> any Error {
        guard let error = error as? URLError else { return error }
        let keys = ["NSErrorFailingURLKey", "NSErrorFailingURLStringKey"]
        return URLError(error.code, userInfo: error.userInfo.filter { !keys.contains($0.key) })
    }

    private static func withoutResponse(_ error: any Error, _ code: URLError.Code?) -> EndpointTransportError {
        switch code {
        case .cancelled: return .cancelled
        // `requestBodyStreamExhausted`: the session had to send the request again, but could not read the body again.
        case .networkConnectionLost, .badServerResponse, .cannotParseResponse, .requestBodyStreamExhausted,
            .cannotDecodeRawData, .cannotDecodeContentData, .zeroByteResource:
            return .notResponding(error)
        // After an error other than a `URLError`, such as an aborted connection, the server may have received the
        // request.
        case nil: return .notResponding(error)
        case .cannotConnectToHost:
            return URLSession.mayMisreport(error) && !isOfHandshake(error) ? .notResponding(error) : .unreachable(error)
        // `dataLengthExceedsMaximum`: `URLSession` does not send a GET with a body.
        case .fileDoesNotExist, .noPermissionsToReadFile, .dataLengthExceedsMaximum:
            return .invalidRequest(error)
        // On Linux, `unsupportedURL` is the code for an answer that is not HTTP, and a failed TLS handshake does not
        // have its own code. Report the server as unreachable only if the text of the error is about the handshake.
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
