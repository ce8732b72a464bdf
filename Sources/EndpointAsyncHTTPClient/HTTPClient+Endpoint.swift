#if AsyncHTTPClient
public import AsyncHTTPClient
import NIOCore

extension HTTPClient.Configuration {
    /// The default configuration of an ``AsyncHTTPClientTransport``.
    ///
    /// The client uses HTTP/1.1, because over HTTP/2, a valid response that arrives during an upload can end the
    /// process. The client opens up to 64 simultaneous connections to each server, and waits up to 30 seconds for a
    /// connection. If the server refuses a connection or the device is offline, the client does not try to connect
    /// again. The client does not create spans, because a middleware can trace requests over any transport.
    public static var forEndpoints: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.httpVersion = .http1Only
        configuration.timeout.connect = .seconds(30)
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.networkFrameworkWaitForConnectivity = false
        configuration.tracing.tracer = nil
        return configuration
    }
}
#endif
