import EndpointController
import Foundation

extension EndpointTransportError {
    /// Returns the meaning of this error for a retrier; nil if another attempt cannot help or must not be made.
    func retry(of request: URLRequest) -> (cause: RetryBudget.Cause, isUnsent: Bool)? {
        switch self {
        case .invalidRequest, .cancelled: nil
        case .timedOut: (.timeout, false)
        case .notResponding, .truncated: (.failure, false)
        case .unreachable(let error):
            Self.isUntrusted(error) ? nil : (.failure, !request.isIdempotent && Self.provesUnsent(error, request))
        }
    }

    /// Indicates whether an error proves that no part of a request was sent, for example because the host was not found
    /// or there is no network.
    static func provesUnsent(_ error: any Error, _ request: URLRequest) -> Bool {
        // Transports other than `URLSession` report "unreachable" only before they send anything.
        guard let error = error as? URLError else { return true }
        // `URLSession` repeats an idempotent request when its connection closes, and reports only the last error. That
        // error is most likely `cannotConnectToHost`, because the server has just closed a connection.
        if error.code == .cannotConnectToHost, request.isIdempotent { return false }
        return [
            .cannotFindHost, .dnsLookupFailed, .cannotConnectToHost, .notConnectedToInternet, .dataNotAllowed,
            .internationalRoamingOff, .callIsActive,
        ].contains(error.code)
    }

    /// Indicates whether a handshake failed for good (`errSSLFatalAlert`).
    ///
    /// For example, no certificate matches those that App Transport Security expects (`NSPinnedDomains`). Another
    /// handshake that fails with `secureConnectionFailed`, such as one that the server cut short, may succeed later.
    private static func isFatal(_ error: URLError) -> Bool {
        error.code == .secureConnectionFailed && error.userInfo["_kCFStreamErrorCodeKey"] as? Int == -9802
    }

    /// Indicates whether a certificate is missing or rejected, or App Transport Security forbids the connection:
    /// another attempt would fail too.
    private static func isUntrusted(_ error: any Error) -> Bool {
        let codes: Set<URLError.Code> = [
            .serverCertificateUntrusted, .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot,
            .serverCertificateNotYetValid, .clientCertificateRequired, .clientCertificateRejected,
            .appTransportSecurityRequiresSecureConnection,
        ]
        if let error = error as? URLError, codes.contains(error.code) || isFatal(error) { return true }
        // Neither SwiftNIO nor URLSession on Linux has an error code for a rejected certificate, so search the text for
        // `certificate`, but not after words that precede the name of a host.
        let text = ErrorText.of(error).lowercased()
        let ends = ["resolve host:", "resolve proxy:", "connect to ", "in connection to ", "nioconnectionerror("]
            .compactMap { text.range(of: $0)?.lowerBound }
        return text[..<(ends.min() ?? text.endIndex)].contains("certificate")
    }
}

extension URLRequest {
    fileprivate var isIdempotent: Bool { HTTPMethod(rawValue: httpMethod ?? "GET").isIdempotent }
}
