#if AsyncHTTPClient
public import Foundation

/// An error of async-http-client for a request without a complete response, with a readable description.
///
/// It is the underlying error in an `EndpointTransportError` of an ``AsyncHTTPClientTransport`` when the client failed.
public struct AsyncHTTPClientError: LocalizedError, CustomStringConvertible, Sendable {
    /// The error as it was thrown, such as an `HTTPClientError` or an error of SwiftNIO.
    public let underlying: any Error

    /// The description of the underlying error.
    public var description: String { String(describing: underlying) }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}
#endif
