#if AsyncHTTPClient
public import Foundation

/// An error of async-http-client for a request without a complete response, with a readable description.
///
/// An `EndpointTransportError` of an ``AsyncHTTPClientTransport`` holds it when the client failed.
public struct AsyncHTTPClientError: LocalizedError, CustomStringConvertible, Sendable {
    /// The error as it was thrown: an `HTTPClientError`, or an error of SwiftNIO.
    public let underlying: any Error

    /// The description of the underlying error.
    public var description: String { String(describing: underlying) }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}
#endif
