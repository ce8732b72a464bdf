package import EndpointController
package import Foundation

/// A list of numbers, the endpoint of most tests of calls.
package struct GetNumbers: Sendable {
    package var relativeURLString: String
    package var queryItems: [URLQueryItem]
    package var method: HTTPMethod

    package init(
        relativeURLString: String = "numbers",
        queryItems: [URLQueryItem] = [],
        method: HTTPMethod = .get
    ) {
        self.relativeURLString = relativeURLString
        self.queryItems = queryItems
        self.method = method
    }
}

extension GetNumbers: APIEndpointType, PayloadProviderType {
    package typealias Payload = [Int]
}

/// A controller whose transport answers each request with JSON.
package func controller(
    _ middleware: any EndpointMiddleware...,
    rules: EndpointRules = EndpointRules(),
    answer json: @escaping @Sendable (URLRequest) throws -> String
) -> Controller {
    let transport = Answering { request in
        let fields = ["Content-Type": "application/json"]
        return answer(to: request, fields: fields, chunks: [try json(request)])
    }
    return Controller(baseURL: baseURL, transport: transport, middleware: middleware, rules: rules)
}

/// Passes the request and the next middleware to a closure.
package struct Looking: EndpointMiddleware {
    private let look: @Sendable (URLRequest, EndpointNext) async throws -> Void

    package init(_ look: @escaping @Sendable (URLRequest, EndpointNext) async throws -> Void) {
        self.look = look
    }

    package func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
        try await look(request, next)
        return try await next(request)
    }
}
