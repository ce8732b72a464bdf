#if Metrics
public import EndpointController
import EndpointSupport
import Foundation
public import Metrics

/// A middleware that counts and times requests, with the metrics backend of your program.
///
/// The middleware is available only if the package trait `Metrics` is on.
///
/// ```swift
/// let controller = EndpointController<APIError>(baseURL: staging, middleware: [token, RequestMetrics()])
/// ```
///
/// To measure each attempt, put `RequestMetrics` after a middleware that retries. To measure all attempts together, put
/// it before that middleware.
///
/// | label | kind | value |
/// |---|---|---|
/// | `http.client.requests` | counter | the number of requests that have ended |
/// | `http.client.request.duration` | timer | the time from the request until the body has been read or dropped, or an error occurs |
/// | `http.client.response.body.size` | recorder | the number of bytes of the body that were read, if there was a response |
///
/// All metrics have these dimensions:
///
/// | dimension | value |
/// |---|---|
/// | `endpoint` | the name of the endpoint: see `EndpointRules.endpointName` |
/// | `http.request.method` | the method, or `_OTHER` for an unknown one |
/// | `server.address` | the name or address of the server, or `_OTHER` for a server beyond `serverLimit` |
/// | `server.port` | the port of the server, or `_OTHER` in the same case |
/// | `outcome` | if an error occurred, `cancelled`, `invalid_request`, `middleware_failed`, `redirect_refused`, `server_not_responding`, `server_unreachable`, `timeout` or `truncated_response`; otherwise the class of the status, `1xx` to `5xx`, or `_OTHER` for any other status |
///
/// The dimensions limit the number of time series, for any number of URLs and servers. An endpoint that fails silently
/// counts like any other.
public struct RequestMetrics: EndpointMiddleware {
    private let factory: (any MetricsFactory)?
    private let otherMethods: Set<HTTPMethod>
    private let serverLimit: Int
    private let servers = Locked<Set<String>>([])

    /// Creates a middleware that measures requests.
    ///
    /// - Parameters:
    ///   - factory: The factory of the metrics; by default nil, which stands for `MetricsSystem.factory` at the time of
    ///     each request.
    ///   - otherMethods: Further methods to report by name; by default none.
    ///   - serverLimit: The largest number of servers, each a name and a port, to report by name; by default 100. The
    ///     servers that are called first are reported by name, and any further server as `_OTHER`.
    public init(
        factory: (any MetricsFactory)? = nil,
        otherMethods: Set<HTTPMethod> = [],
        serverLimit: Int = 100
    ) {
        self.factory = factory
        self.otherMethods = otherMethods
        self.serverLimit = serverLimit
    }

    /// Measures a request and its outcome.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - next: The next middleware, or the transport.
    /// - Returns: The response.
    /// - Throws: Rethrows errors from `next`.
    public func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
        let (address, port) = boundedServer(of: request)
        let dimensions = [
            (ExchangeKey.endpoint, next.endpointName ?? URLRequest.otherValue),
            (ExchangeKey.method, request.knownMethod(or: otherMethods) ?? URLRequest.otherValue),
            (ExchangeKey.serverAddress, address),
            (ExchangeKey.serverPort, port),
        ]
        let factory = factory ?? MetricsSystem.factory
        return try await next(request) { Self.record($0, factory, dimensions) }
    }

    private static func record(
        _ outcome: ExchangeOutcome,
        _ factory: any MetricsFactory,
        _ dimensions: [(String, String)]
    ) {
        let dimensions = dimensions + [("outcome", outcome.errorKind ?? statusClass(outcome.statusCode))]
        Counter(label: "http.client.requests", dimensions: dimensions, factory: factory).increment()
        Metrics.Timer(label: ExchangeKey.duration, dimensions: dimensions, factory: factory)
            .record(duration: outcome.duration)
        guard outcome.statusCode != nil else { return }
        Recorder(label: "http.client.response.body.size", dimensions: dimensions, factory: factory)
            .record(outcome.bytes)
    }

    private static func statusClass(_ statusCode: Int?) -> String {
        guard let statusCode, (100..<600).contains(statusCode) else { return URLRequest.otherValue }
        return "\(statusCode / 100)xx"
    }

    /// Returns the server, or `_OTHER` for its address and port if `serverLimit` other servers were called first.
    private func boundedServer(of request: URLRequest) -> (address: String, port: String) {
        let (address, number) = request.server
        let port = number.map { String($0) } ?? ""
        let isKnown = servers.withLock { servers in
            let server = "\(address):\(port)"
            if servers.contains(server) { return true }
            guard servers.count < serverLimit else { return false }
            servers.insert(server)
            return true
        }
        return isKnown ? (address, port) : (URLRequest.otherValue, URLRequest.otherValue)
    }
}
#endif
