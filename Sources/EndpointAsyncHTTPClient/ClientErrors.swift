#if AsyncHTTPClient
import AsyncHTTPClient
import EndpointController
import Foundation
import NIOCore

extension OutgoingRequest {
    /// What an error of the client means, as far as the exchange has come.
    func meaning(of error: any Error, isHeadSent: Bool, hasHead: Bool) -> EndpointTransportError {
        if let error = error as? StreamedBody.Failure { return .invalidRequest(error.cause) }
        if error.isTimeout { return .timedOut }
        let clientError = AsyncHTTPClientError(underlying: error)
        if error.isInvalidRequest { return .invalidRequest(clientError) }
        if hasHead { return .truncated(clientError) }
        return isHeadSent || error.isClosedConnection ? .notResponding(clientError) : .unreachable(clientError)
    }
}

extension Error {
    /// Whether a connection ended where a response was to come.
    var isClosedConnection: Bool {
        switch (self as? AsyncHTTPClientError)?.underlying ?? self {
        case let error as HTTPClientError: error == .remoteConnectionClosed
        case let error as IOError: POSIXErrorCode.ofClosedConnections.contains { $0.rawValue == error.errnoCode }
        case let error as ChannelError: error == .ioOnClosedChannel || error == .alreadyClosed || error == .eof
        default: false
        }
    }

    /// Whether the client waited too long.
    fileprivate var isTimeout: Bool {
        guard let error = self as? HTTPClientError else { return false }
        // The last one: all connections were busy, or none came about.
        return [.readTimeout, .writeTimeout, .deadlineExceeded, .getConnectionFromPoolTimeout].contains(error)
    }

    /// Whether the request itself is at fault, or the client that was to send it.
    fileprivate var isInvalidRequest: Bool {
        guard let error = self as? HTTPClientError else { return false }
        return [.alreadyShutdown, .traceRequestWithBody, .bodyLengthMismatch, .writeAfterRequestSent].contains(error)
    }
}
extension POSIXErrorCode {
    fileprivate static let ofClosedConnections: [POSIXErrorCode] = [.ECONNRESET, .EPIPE, .ENOTCONN, .ECONNABORTED]
}
#endif
