import EndpointController
import Foundation

/// Signs each request to a trusted server: each attempt, and each hop of a redirect.
struct RequestSigner: EndpointMiddleware {
    /// Indicates whether a server other than the server of the base URL is trusted.
    var trusts: @Sendable (URL) -> Bool = { _ in false }
    var sign: @Sendable (URLRequest) async throws -> URLRequest

    var seesEachRequest: Bool { true }

    func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
        guard next.trusts(request) || request.url.map(trusts) == true else { return try await next(request) }
        return try await next(sign(request))
    }
}
