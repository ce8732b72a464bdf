package import EndpointController
import Foundation

/// Shows each request on a line.
///
/// As the first middleware of a controller it sees no credential, because those behind it add them.
package struct RequestLine: EndpointMiddleware {
    package init() {}

    package func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
        let range = request.value(forHTTPHeaderField: "Range").map { " (\($0))" } ?? ""
        Terminal.print("\(request.httpMethod ?? "GET") \(request.url?.absoluteString ?? "")\(range)", .dim)
        return try await next(request)
    }
}
