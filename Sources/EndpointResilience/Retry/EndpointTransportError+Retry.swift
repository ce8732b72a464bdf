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
    /// A Boolean value that indicates whether only a cache may answer: another attempt would get the same answer.
    var isOnlyIfCached: Bool {
        cachePolicy == .returnCacheDataDontLoad
            || FieldList.members(of: value(forHTTPHeaderField: "Cache-Control") ?? "")
                .contains { $0.lowercased() == "only-if-cached" }
    }
}
