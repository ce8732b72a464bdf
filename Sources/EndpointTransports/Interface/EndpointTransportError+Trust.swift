@_spi(Tools) import Endpoint
import Foundation

extension EndpointTransportError {
    /// A Boolean value that indicates whether no connection was made because a certificate is missing or rejected, or
    /// because App Transport Security forbids the connection: another attempt would fail too.
    public var isUntrusted: Bool {
        guard case .unreachable(let error) = self else { return false }
        return Self.isUntrusted((error as? UnreachableAfterRedirect)?.error ?? error)
    }

    /// Indicates whether a handshake failed for good (`errSSLFatalAlert`).
    ///
    /// For example, no certificate matches those that App Transport Security expects (`NSPinnedDomains`). Another
    /// handshake that fails with `secureConnectionFailed`, such as one that the server cut short, may succeed later.
    private static func isFatal(_ error: URLError) -> Bool {
        error.code == .secureConnectionFailed && error.userInfo["_kCFStreamErrorCodeKey"] as? Int == -9802
    }

    private static func isUntrusted(_ error: any Error) -> Bool {
        let codes: Set<URLError.Code> = [
            .serverCertificateUntrusted, .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot,
            .serverCertificateNotYetValid, .clientCertificateRequired, .clientCertificateRejected,
            .appTransportSecurityRequiresSecureConnection,
        ]
        if let error = error as? URLError, codes.contains(error.code) || isFatal(error) { return true }
        #if os(Linux)
        // The certificate of the server is not trusted, or its key is not pinned.
        if let error = error as? CurlError { return error.code == 60 || error.code == 90 }
        #endif
        // Neither SwiftNIO nor URLSession on Linux has an error code for a rejected certificate, so search the text for
        // `certificate`, but not after words that precede the name of a host.
        let text = ErrorText.of(error).lowercased()
        let ends = ["resolve host:", "resolve proxy:", "connect to ", "in connection to ", "nioconnectionerror("]
            .compactMap { text.range(of: $0)?.lowerBound }
        return text[..<(ends.min() ?? text.endIndex)].contains("certificate")
    }
}
