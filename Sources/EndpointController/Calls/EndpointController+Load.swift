public import EndpointTransports

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
    /// If the task is cancelled before the response has arrived, the call ends with ``EndpointError/cancelled`` as soon as
    /// its middleware and transport have handled the cancellation. The task-local values of the caller reach the middleware.
    ///
    /// - Parameter endpoint: The endpoint.
    /// - Returns: The payload.
    /// - Throws: ``EndpointError``.
    public nonisolated(nonsending) func load<Endpoint: RequestProviderType & PayloadProviderType>(
        _ endpoint: Endpoint
    ) async throws(EndpointError<ServerError>) -> Endpoint.Payload {
        try await pipeline.payload(try call(endpoint), endpoint.parser)
    }

    /// Loads an endpoint and returns its payload together with the response that the payload was parsed from.
    ///
    /// ```swift
    /// let (users, response) = try await api.loadWithResponse(ListUsers())
    /// print(response.headerField("X-RateLimit-Remaining") ?? "", response.links["next"] as Any)
    /// ```
    ///
    /// - Parameter endpoint: The endpoint.
    /// - Returns: The payload and the response.
    /// - Throws: ``EndpointError``.
    public nonisolated(nonsending) func loadWithResponse<Endpoint: RequestProviderType & PayloadProviderType>(
        _ endpoint: Endpoint
    ) async throws(EndpointError<ServerError>) -> (payload: Endpoint.Payload, response: EndpointResponse) {
        try await pipeline.payload(try call(endpoint), endpoint.parser.map { (payload: $0, response: $1) })
    }
}
