#if AsyncHTTPClient
public import Foundation

/// What async-http-client said of a request that had no whole response, in words.
///
/// It is what an `EndpointTransportError` of an ``AsyncHTTPClientTransport`` holds where the client failed.
public struct AsyncHTTPClientError: LocalizedError, CustomStringConvertible, Sendable {
    /// The error as it was thrown: an `HTTPClientError`, or one of SwiftNIO.
    public let underlying: any Error

    /// What the error says of itself.
    public var description: String { String(describing: underlying) }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}
#endif
