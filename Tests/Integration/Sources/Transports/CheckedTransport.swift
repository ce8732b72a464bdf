import EndpointAsyncHTTPClient
public import EndpointTransports

/// A transport that must keep every promise.
public struct CheckedTransport: CustomStringConvertible, Sendable {
    /// All transports that the programs and tests check.
    public static let all = [
        CheckedTransport("URLSession", URLSessionTransport.shared),
        CheckedTransport("async-http-client", AsyncHTTPClientTransport.shared),
        CheckedTransport("small", SmallTransport()),
    ]

    /// The transports that the library provides.
    public static let ours = Array(all.prefix(2))

    public let description: String
    public let transport: any EndpointTransport

    init(_ description: String, _ transport: any EndpointTransport) {
        self.description = description
        self.transport = transport
    }
}
