import EndpointAsyncHTTPClient
public import EndpointController

/// A transport that must keep every promise.
public struct CheckedTransport: CustomStringConvertible, Sendable {
    /// All of them, for everything that checks transports.
    public static let all = [
        CheckedTransport("URLSession", URLSessionTransport.shared),
        CheckedTransport("async-http-client", AsyncHTTPClientTransport.shared),
        CheckedTransport("small", SmallTransport()),
    ]

    /// Those that people use.
    public static let ours = Array(all.prefix(2))

    public let description: String
    public let transport: any EndpointTransport

    init(_ description: String, _ transport: any EndpointTransport) {
        self.description = description
        self.transport = transport
    }
}
