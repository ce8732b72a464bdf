/// A step around each call of a controller: it may change the request, look at the response, or send the request again.
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
/// The first middleware of a controller is the outermost. Redirects are followed inside the innermost middleware, so a
/// middleware sees the first request and the last response. Header fields that a middleware adds or changes, except
/// `Idempotency-Key`, go only to the origin of the request: a redirect to another origin drops them. An endpoint may
/// have any URL, so check ``EndpointNext/isForBaseURL(_:)`` before you add credentials.
public protocol EndpointMiddleware: Sendable {
    /// Handles a request.
    ///
    /// - Parameters:
    ///   - request: The request, as the endpoint and the middleware before this one made it.
    ///   - next: The next middleware, or the transport. Call it to continue with the request: once, several times or
    ///     not at all.
    /// - Returns: The response.
    /// - Throws: Rethrows errors from `next`, or throws an error that ends the call. An ``EndpointTransportError``, the
    ///   controller's own ``EndpointError`` and a `CancellationError` keep their meaning, an `EndpointRequestError`
    ///   becomes ``EndpointError/invalidRequest(_:)``, and your own error becomes
    ///   ``EndpointError/middlewareFailed(_:)``.
    func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse
}
