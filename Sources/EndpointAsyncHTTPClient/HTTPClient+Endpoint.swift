#if AsyncHTTPClient
public import AsyncHTTPClient
import NIOCore

extension HTTPClient.Configuration {
    /// What an ``AsyncHTTPClientTransport`` is configured with that is given nothing else.
    ///
    /// Up to 64 connections to each server at a time; who waits for one longer than 30 seconds gets none. Who is refused
    /// one hears so at once. The client makes no spans of its own: where requests are to be traced, middleware does that
    /// over any transport.
    public static var forEndpoints: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.timeout.connect = .seconds(30)
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.tracing.tracer = nil
        return configuration
    }
}
#endif
