package import EndpointController
import Foundation

/// A middleware that prints each request on one line.
///
/// As the first middleware of a controller, it sees no credentials, because later middleware adds them.
package struct RequestLine: EndpointMiddleware {
    package init() {}

    package func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
        let range = request.value(forHTTPHeaderField: "Range").map { " (\($0))" } ?? ""
        Terminal.print("\(request.httpMethod ?? "GET") \(request.url?.absoluteString ?? "")\(range)", .dim)
        return try await next(request)
    }
}
