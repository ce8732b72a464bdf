#if Logging || Metrics || Tracing
import EndpointController
@_spi(Tools) import Endpoint
import EndpointSupport
import Foundation

/// The names of attributes and metrics, from the OpenTelemetry semantic conventions for HTTP.
enum ExchangeKey {
    static let endpoint = "endpoint"
    static let method = "http.request.method"
    static let url = "url.full"
    static let serverAddress = "server.address"
    static let serverPort = "server.port"
    static let statusCode = "http.response.status_code"
    static let errorType = "error.type"
    static let requestSize = "http.request.body.size"
    static let responseSize = "http.response.body.size"
    static let duration = "http.client.request.duration"
}

extension URLRequest {
    /// The placeholder for all unknown values, so that the number of different values stays small.
    static let otherValue = "_OTHER"

    /// The methods of RFC 9110, PATCH (RFC 5789), and QUERY (RFC 10008).
    private static let knownMethods: Set<HTTPMethod> = [
        .get, .head, .post, .put, .delete, .connect, .options, .trace, .patch, .query,
    ]

    /// The method, with invisible characters escaped.
    var shownMethod: String { (httpMethod ?? "GET").visible }

    /// Returns the method if it is known or one of `others`, and nil otherwise.
    func knownMethod(or others: Set<HTTPMethod>) -> String? {
        let method = HTTPMethod(rawValue: httpMethod ?? "GET")
        return Self.knownMethods.contains(method) || others.contains(method) ? method.rawValue : nil
    }

    /// Returns the URL with secrets hidden.
    func shownURL(_ redaction: Redaction) -> String {
        redaction.masked(url?.absoluteURL.absoluteString ?? "").visible
    }

    /// The name or address of the server, and its port.
    var server: (address: String, port: Int?) {
        let origin = Origin(url)
        return (url?.host(percentEncoded: false)?.lowercased().visible ?? "", origin?.port)
    }
}
#endif
