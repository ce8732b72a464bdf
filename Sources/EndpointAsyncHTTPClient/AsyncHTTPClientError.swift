#if AsyncHTTPClient
import AsyncHTTPClient
public import EndpointTransports
import Foundation
import NIOCore

/// An error of async-http-client, with a readable description.
///
/// If the client fails for a reason other than a timeout or an unreadable request body, the `EndpointTransportError`
/// from an ``AsyncHTTPClientTransport`` contains this error.
public struct AsyncHTTPClientError: _DescribedError {
    /// The error as it was thrown, such as an `HTTPClientError` or an error of SwiftNIO.
    public let underlying: any Error

    /// A Boolean value that indicates whether the connection is known to have closed before its first response, and to
    /// have begun its first request within two seconds of being made.
    var isOfNewConnection = false

    /// A Boolean value that indicates whether the client is known to have read the whole response before the error.
    var isAfterWholeResponse = false

    /// The description of the underlying error.
    public var description: String { String(describing: underlying) }

    var isClosedConnection: Bool {
        let codes: [POSIXErrorCode] = [.ECONNRESET, .EPIPE, .ENOTCONN, .ECONNABORTED]
        return switch underlying {
        case let error as HTTPClientError: error == .remoteConnectionClosed
        case let error as IOError: codes.contains { $0.rawValue == error.errnoCode }
        #if canImport(Network)
        case let error as HTTPClient.NWPOSIXError: codes.contains(error.errorCode)
        #endif
        case let error as ChannelError: error == .ioOnClosedChannel || error == .alreadyClosed || error == .eof
        default: false
        }
    }
}

extension EndpointTransportError {
    /// Creates the error for an exchange that ends with an error of the client, depending on how far the exchange got.
    init(_ error: any Error, isHeadSent: Bool, hasHead: Bool) {
        let clientError = error as? AsyncHTTPClientError ?? AsyncHTTPClientError(underlying: error)
        switch clientError.underlying {
        case let failure as StreamedBody.Failure: self = .invalidRequest(failure.cause)
        case let error as HTTPClientError where Self.timeouts.contains(error): self = .timedOut
        case let error as HTTPClientError where Self.refusals.contains(error): self = .invalidRequest(clientError)
        // The client was shut down while the request waited for a connection.
        case let error as HTTPClientError where error == .cancelled && !isHeadSent: self = .invalidRequest(clientError)
        case _ where hasHead: self = .truncated(clientError)
        case _ where isHeadSent || clientError.isClosedConnection: self = .notResponding(clientError)
        default: self = .unreachable(clientError)
        }
    }

    /// The errors for an exchange that took too long; `getConnectionFromPoolTimeout` means that no connection became
    /// free in time.
    private static let timeouts: [HTTPClientError] = [
        .readTimeout, .writeTimeout, .deadlineExceeded, .getConnectionFromPoolTimeout,
    ]

    /// The errors for an invalid request, and for a client that was shut down.
    private static let refusals: [HTTPClientError] = [
        .alreadyShutdown, .traceRequestWithBody, .bodyLengthMismatch, .writeAfterRequestSent,
    ]
}
#endif
