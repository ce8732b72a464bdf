#if AsyncHTTPClient
import AsyncHTTPClient
import EndpointController
import Foundation
import NIOCore
import NIOHTTPCompression

extension OutgoingRequest {
    /// Returns the result of an exchange that ends with an error of the client, depending on how far the exchange got.
    func end(
        with error: any Error, isHeadSent: Bool, head: EndpointResponseHead?
    ) -> Result<Void, EndpointTransportError> {
        // The client treats a response with a content coding but without a body as cut short.
        if error is NIOHTTPDecompression.ExtraDecompressionError, let head, isWhole(with: head) { return .success(()) }
        return .failure(meaning(of: error, isHeadSent: isHeadSent, hasHead: head != nil))
    }

    private func meaning(of error: any Error, isHeadSent: Bool, hasHead: Bool) -> EndpointTransportError {
        if let error = error as? StreamedBody.Failure { return .invalidRequest(error.cause) }
        if error.isTimeout { return .timedOut }
        let clientError = AsyncHTTPClientError(underlying: error)
        if error.isInvalidRequest { return .invalidRequest(clientError) }
        if hasHead { return .truncated(clientError) }
        return isHeadSent || error.isClosedConnection ? .notResponding(clientError) : .unreachable(clientError)
    }
}

extension Error {
    var isClosedConnection: Bool {
        switch (self as? AsyncHTTPClientError)?.underlying ?? self {
        case let error as HTTPClientError: error == .remoteConnectionClosed
        case let error as IOError: POSIXErrorCode.ofClosedConnections.contains { $0.rawValue == error.errnoCode }
        #if canImport(Network)
        case let error as HTTPClient.NWPOSIXError: POSIXErrorCode.ofClosedConnections.contains(error.errorCode)
        #endif
        case let error as ChannelError: error == .ioOnClosedChannel || error == .alreadyClosed || error == .eof
        default: false
        }
    }

    fileprivate var isTimeout: Bool {
        guard let error = self as? HTTPClientError else { return false }
        // `getConnectionFromPoolTimeout` means that no connection became free in time.
        return [.readTimeout, .writeTimeout, .deadlineExceeded, .getConnectionFromPoolTimeout].contains(error)
    }

    /// A Boolean value that indicates whether the request cannot be sent because it is invalid, or because the client
    /// was shut down.
    fileprivate var isInvalidRequest: Bool {
        guard let error = self as? HTTPClientError else { return false }
        return [.alreadyShutdown, .traceRequestWithBody, .bodyLengthMismatch, .writeAfterRequestSent].contains(error)
    }
}

extension POSIXErrorCode {
    fileprivate static let ofClosedConnections: [POSIXErrorCode] = [.ECONNRESET, .EPIPE, .ENOTCONN, .ECONNABORTED]
}
#endif
