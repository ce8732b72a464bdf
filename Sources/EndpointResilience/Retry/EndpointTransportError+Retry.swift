import EndpointController
import Foundation

extension EndpointTransportError {
    /// The meaning of this error for a retrier; nil if another attempt cannot help or must not be made.
    var retry: (cause: RetryBudget.Cause, isUnsent: Bool)? {
        switch self {
        case .invalidRequest, .cancelled: nil
        case .timedOut: (.timeout, false)
        case .notResponding, .truncated: (.failure, false)
        case .unreachable(let error): Self.isUntrusted(error) ? nil : (.failure, Self.provesUnsent(error))
        }
    }

    /// Indicates whether an error proves that no part of the request was sent, for example because the host was not
    /// found or there is no network.
    static func provesUnsent(_ error: any Error) -> Bool {
        // Transports other than `URLSession` report "unreachable" only before they send anything.
        guard let error = error as? URLError else { return true }
        return [
            .cannotFindHost, .dnsLookupFailed, .cannotConnectToHost, .notConnectedToInternet, .dataNotAllowed,
            .internationalRoamingOff, .callIsActive,
        ].contains(error.code)
    }

    /// Indicates whether a certificate is missing or rejected, or App Transport Security forbids the connection:
    /// another attempt would fail too.
    private static func isUntrusted(_ error: any Error) -> Bool {
        let codes: Set<URLError.Code> = [
            .serverCertificateUntrusted, .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot,
            .serverCertificateNotYetValid, .clientCertificateRequired, .clientCertificateRejected,
            .appTransportSecurityRequiresSecureConnection,
        ]
        if let error = error as? URLError, codes.contains(error.code) { return true }
        // Neither SwiftNIO nor URLSession on Linux has an error code for a rejected certificate, so search the text for
        // that word, but not as part of a host name, such as "certificates.example.com". The word may also be part of a
        // camel-case name or the name of a file.
        let word = "(?<![a-z0-9.-])certificates?(?![a-z0-9-]|\\.[a-z0-9]|:[0-9])"
        let pattern = "\(word)|(?-i:[A-Za-z0-9]Certificate|certificate[A-Z])|certificates?\\.(?:crt|pem)\\b"
        return ErrorText.of(error).range(of: pattern, options: [.regularExpression, .caseInsensitive]) != nil
    }
}
