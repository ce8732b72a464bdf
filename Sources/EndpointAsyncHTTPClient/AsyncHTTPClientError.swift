#if AsyncHTTPClient
public import Foundation

/// An error of async-http-client, with a readable description.
///
/// If the client fails for a reason other than a timeout or an unreadable request body, the `EndpointTransportError`
/// from an ``AsyncHTTPClientTransport`` contains this error.
public struct AsyncHTTPClientError: LocalizedError, CustomStringConvertible, Sendable {
    /// The error as it was thrown, such as an `HTTPClientError` or an error of SwiftNIO.
    public let underlying: any Error

    /// The description of the underlying error.
    public var description: String { String(describing: underlying) }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}
#endif
