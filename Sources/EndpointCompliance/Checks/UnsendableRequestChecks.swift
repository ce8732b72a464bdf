import EndpointController
import Foundation

/// Checks that an invalid request, which could arrive as a different request or as two requests, is not sent.
enum UnsendableRequestChecks {
    static let all: [ComplianceCheck] =
        Fault.allCases.map { fault in
            ComplianceCheck(.messages, "a request with \(fault.rawValue) is refused") {
                try await refusesTheRequest($0, fault)
            }
        }

    /// A middleware that adds a fault to the request of an endpoint.
    private enum Fault: String, CaseIterable, EndpointMiddleware {
        case fieldValue = "a line break in a header field"
        case fieldName = "a line break in the name of a header field"
        case method = "a line break in the method"
        case otherLength = "a Content-Length that does not match its body"
        case transferEncoding = "its own Transfer-Encoding"
        case port = "a port over 65535"
        case noHost = "a URL without a host"

        func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
            var request = request
            switch self {
            case .fieldValue: request.allHTTPHeaderFields = ["X-Note": "a\r\nX-Other: b"]
            case .fieldName: request.allHTTPHeaderFields = ["X-Note: a\r\nX-Other": "b"]
            case .method: request.httpMethod = "POST / HTTP/1.1\r\nX-Other: b\r\n\r\nGET"
            case .otherLength: request.setValue("2", forHTTPHeaderField: "Content-Length")
            case .transferEncoding: request.setValue("chunked", forHTTPHeaderField: "Transfer-Encoding")
            case .port:
                let port = request.url?.port ?? 0
                request.url = URL(string: "http://127.0.0.1:\(port + 65_536)/")
            case .noHost: request.url = URL(string: "http:///127.0.0.1:\(request.url?.port ?? 0)/")
            }
            return try await next(request)
        }
    }

    private static func refusesTheRequest(_ trial: Trial, _ fault: Fault) async throws {
        let server = try trial.server { _, connection in connection.respond() }
        let controller = trial.controller(for: server, middleware: [fault])
        try await Expect.failure(.invalidRequest) { try await controller.load(Probe(.post, body: .text("the body"))) }
        try Expect.equal("the requests", server.requests.count, 0)
    }
}
