/// A step around each call of a controller: it may change the request or the response, or send the request again.
///
/// ```swift
/// struct Tracing: EndpointMiddleware {
///     func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
///         var request = request
///         request.setValue(UUID().uuidString, forHTTPHeaderField: "X-Request-ID")
///         return try await next(request)
///     }
/// }
/// ```
///
/// The first middleware of a controller is the outermost. The `next` of the last middleware follows redirects, so a
/// middleware sees only the first request and the final response, unless ``seesEachRequest`` is true. A redirect to
/// another origin drops the header fields that middleware added or changed, except `Idempotency-Key` and fields that
/// describe the body. An endpoint may have any URL, so check ``EndpointNext/trusts(_:origin:)`` before you add
/// credentials.
public protocol EndpointMiddleware: Sendable {
    /// A Boolean value that indicates whether the middleware handles each request that goes to the transport, also the
    /// requests after redirects; by default `false`.
    ///
    /// Such middleware runs after all other middleware. A redirect does not carry its changes to the next request, so
    /// it can sign each request by itself. A request may go to any server: see ``EndpointNext/trusts(_:origin:)``.
    var seesEachRequest: Bool { get }

    /// Handles a request.
    ///
    /// - Parameters:
    ///   - request: The request, with the changes that the outer middleware made.
    ///   - next: The next middleware, or the transport. Call it once to continue with the request, again to retry,
    ///     or not at all to return your own response.
    /// - Returns: The response.
    /// - Throws: Rethrows errors from `next`, or throws another error. An `EndpointTransportError`, a
    ///   `CancellationError` and an ``EndpointError`` with the controller's type of server error keep their meaning. An
    ///   `EndpointRequestError` becomes ``EndpointError/invalidRequest(_:_:)``, and your own error
    ///   ``EndpointError/middlewareFailed(_:_:)``.
    func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse
}

extension EndpointMiddleware {
    /// `false`: the middleware runs once for each attempt of a call, outside redirects.
    public var seesEachRequest: Bool { false }

    /// Returns a middleware that does the same for each request that goes to the transport, also after redirects.
    ///
    /// ```swift
    /// let api = EndpointController(baseURL: Server.staging, middleware: [DebugPrinter().oncePerRequest()])
    /// ```
    public func oncePerRequest() -> some EndpointMiddleware {
        EachRequest(middleware: self)
    }
}

private struct EachRequest<Middleware: EndpointMiddleware>: EndpointMiddleware {
    let middleware: Middleware
    var seesEachRequest: Bool { true }

    func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
        try await middleware.intercept(request, next: next)
    }
}
