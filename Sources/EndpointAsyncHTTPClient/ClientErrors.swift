#if AsyncHTTPClient
import AsyncHTTPClient
import NIOCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What errors of the client mean.
extension Error {
    /// Whether a connection ended where a response was to come.
    var isClosedConnection: Bool {
        switch self {
        case let error as HTTPClientError: error == .remoteConnectionClosed
        case let error as IOError: [ECONNRESET, EPIPE, ENOTCONN, ECONNABORTED].contains(error.errnoCode)
        case let error as ChannelError: error == .ioOnClosedChannel || error == .alreadyClosed || error == .eof
        default: false
        }
    }

    /// Whether the client waited too long.
    var isTimeout: Bool {
        guard let error = self as? HTTPClientError else { return false }
        return [.readTimeout, .writeTimeout, .deadlineExceeded].contains(error)
    }

    /// Whether the request itself is at fault, or the client that was to send it.
    var isInvalidRequest: Bool {
        guard let error = self as? HTTPClientError else { return false }
        return [.alreadyShutdown, .traceRequestWithBody, .bodyLengthMismatch, .writeAfterRequestSent].contains(error)
    }
}
#endif
