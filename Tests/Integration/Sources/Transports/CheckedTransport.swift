import EndpointAsyncHTTPClient
public import EndpointTransports

/// A transport that must keep every promise.
public struct CheckedTransport: CustomStringConvertible, Sendable {
    /// All transports that the programs and tests check.
    public static let all = [
        system,
        CheckedTransport("async-http-client", AsyncHTTPClientTransport.shared),
        CheckedTransport("small", SmallTransport()),
    ]

    #if os(Linux)
    private static let system = CheckedTransport("libcurl", CurlTransport.shared)
    /// The transports that may break promises of a transport, and over which a controller still keeps its own.
    public static let compared = [CheckedTransport("URLSession", URLSessionTransport.shared)]
    #else
    private static let system = CheckedTransport("URLSession", URLSessionTransport.shared)
    public static let compared: [CheckedTransport] = []
    #endif

    /// The transports that the library provides.
    public static let ours = Array(all.prefix(2))

    public let description: String
    public let transport: any EndpointTransport

    init(_ description: String, _ transport: any EndpointTransport) {
        self.description = description
        self.transport = transport
    }
}
