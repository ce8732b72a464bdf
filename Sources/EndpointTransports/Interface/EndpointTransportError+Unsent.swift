import Endpoint
import Foundation

extension EndpointTransportError {
    /// Indicates whether an error proves that no part of a request was sent, for example because the host was not found
    /// or there is no network.
    package static func provesUnsent(_ error: any Error, _ request: URLRequest) -> Bool {
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
