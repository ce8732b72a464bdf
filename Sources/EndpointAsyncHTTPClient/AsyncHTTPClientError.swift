#if AsyncHTTPClient
public import Foundation

/// An error of async-http-client, with a readable description.
///
/// An `EndpointTransportError` of ``AsyncHTTPClientTransport`` contains it if the client failed, except for a timeout.
public struct AsyncHTTPClientError: LocalizedError, CustomStringConvertible, Sendable {
    /// The error as it was thrown, such as an `HTTPClientError` or an error of SwiftNIO.
    public let underlying: any Error

    /// The description of the underlying error.
    public var description: String { String(describing: underlying) }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}
#endif
