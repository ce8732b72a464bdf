public import EndpointTransports
public import Foundation

extension EndpointController {
    /// Loads an endpoint and parses the response as the endpoint's payload.
    ///
    /// ```swift
    /// let user = try await api.load(GetUser(id: 867))
    /// let users = try await api.load(API.users.parsed(as: [User].self))
    /// ```
    ///
    /// An endpoint that does not name its payload gets one from `parsed(as:)` or `parsed(by:)`.
    ///
    /// If the task is cancelled before the response has arrived, the call ends with ``EndpointError/cancelled(_:)`` as
    /// soon as its middleware and transport have handled the cancellation. The task-local values of the caller reach
    /// the middleware.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - url: The URL to load from, such as a link, or ``EndpointResponse/location``; by default nil, for the
    ///     endpoint's own. If it has another origin than the endpoint's own (RFC 6454, section 4), header fields that
    ///     may be credentials are not sent: see ``EndpointRules/portableHeaderFields``. The rest of the request stays
    ///     the same.
    /// - Returns: The payload.
    /// - Throws: ``EndpointError``. If the URL has another origin and ``EndpointRules/hasSecretBody`` is true, it is
    ///   ``EndpointError/invalidRequest(_:_:)`` with ``EndpointRedirectError/secretBody(_:)``.
    public nonisolated(nonsending) func load<Endpoint: RequestProviderType & PayloadProviderType>(
        _ endpoint: Endpoint,
        from url: URL? = nil
    ) async throws(EndpointError<ServerError>) -> Endpoint.Payload {
        try await call(endpoint).load(endpoint.parser, from: url)
    }

    /// Loads an endpoint, and returns its payload or the error, for code that should not need a `do`.
    ///
    /// ```swift
    /// switch await api.result(of: GetUser(id: 867)) {
    /// case .success(let user): show(user)
    /// case .failure(.cancelled): break
    /// case .failure(let error): show(error)
    /// }
    /// ```
    ///
    /// - Parameter endpoint: The endpoint.
    /// - Returns: The payload, or the error that ``load(_:from:)`` would throw.
    public nonisolated(nonsending) func result<Endpoint: RequestProviderType & PayloadProviderType>(
        of endpoint: Endpoint
    ) async -> Result<Endpoint.Payload, EndpointError<ServerError>> {
        await Result { () throws(EndpointError<ServerError>) in try call(endpoint) }.result(endpoint.parser)
    }

    /// Loads an endpoint and returns its payload together with the response that the payload was parsed from.
    ///
    /// ```swift
    /// let (users, response) = try await api.loadWithResponse(ListUsers())
    /// print(response.headerField("X-RateLimit-Remaining") ?? "")
    /// ```
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - url: The URL to load from, as for ``load(_:from:)``; by default nil, for the endpoint's own.
    /// - Returns: The payload and the response.
    /// - Throws: ``EndpointError``.
    public nonisolated(nonsending) func loadWithResponse<Endpoint: RequestProviderType & PayloadProviderType>(
        _ endpoint: Endpoint,
        from url: URL? = nil
    ) async throws(EndpointError<ServerError>) -> (payload: Endpoint.Payload, response: EndpointResponse) {
        try await call(endpoint).load(endpoint.parser.map { (payload: $0, response: $1) }, from: url)
    }
}
