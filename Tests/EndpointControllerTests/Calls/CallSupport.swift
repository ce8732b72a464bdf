import EndpointController
import Foundation
import TestSupport
import Testing

typealias CallController = EndpointController<EndpointDefaultServerError>
typealias CallError = EndpointError<EndpointDefaultServerError>

/// A list of numbers, the endpoint of most tests of calls.
struct GetNumbers: APIEndpointType, PayloadProviderType, Sendable {
    typealias Payload = [Int]
    var relativeURLString = "numbers"
    var queryItems: [URLQueryItem] = []
    var method: HTTPMethod = .get
}

/// A controller whose transport answers each request with JSON.
func controller(
    _ middleware: any EndpointMiddleware...,
    rules: EndpointRules = EndpointRules(),
    answer json: @escaping @Sendable (URLRequest) throws -> String
) throws -> CallController {
    let transport = Answering { request in
        let fields = ["Content-Type": "application/json"]
        return answer(to: request, fields: fields, chunks: [try json(request)])
    }
    let baseURL = try #require(URL(string: "https://example.com/api/"))
    return CallController(baseURL: baseURL, transport: transport, middleware: middleware, rules: rules)
}

/// Passes the request and the next middleware to a closure.
struct Looking: EndpointMiddleware {
    let look: @Sendable (URLRequest, EndpointNext) async throws -> Void

    init(_ look: @escaping @Sendable (URLRequest, EndpointNext) async throws -> Void) {
        self.look = look
    }

    func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
        try await look(request, next)
        return try await next(request)
    }
}
