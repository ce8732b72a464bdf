@_spi(Tools) import Endpoint
import Foundation

extension EndpointTransportError {
    /// Indicates whether this error proves that no part of a request was sent, for example because the host was not
    /// found or there is no network: then even a POST may be sent again.
    ///
    /// - Parameter request: The request that was to be sent.
    /// - Returns: `true` if nothing was sent.
    public func provesUnsent(_ request: URLRequest) -> Bool {
        guard case .unreachable(let error) = self else { return false }
        if error is UnreachableAfterRedirect { return false }
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
}

extension URLRequest {
    /// A Boolean value that indicates whether the method is idempotent (RFC 9110, section 9.2.2).
    package var isIdempotent: Bool { HTTPMethod(rawValue: httpMethod ?? "GET").isIdempotent }
}

/// The reason why a server to which a redirect led cannot be reached, although another server has received the request.
package struct UnreachableAfterRedirect: _DescribedError {
    package let error: any Error

    package init(error: any Error) {
        self.error = error
    }

    package var description: String { ErrorText.of(error) }
}
