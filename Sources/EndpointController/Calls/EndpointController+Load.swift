public import Endpoint

extension EndpointController {
    /// Loads an endpoint and parses the response as the endpoint's payload.
    ///
    /// ```swift
    /// let user = try await api.load(GetUser(id: 867))
    /// ```
    ///
    /// If the task is cancelled before the response has arrived, the call ends immediately with
    /// ``EndpointError/cancelled``. The task-local values of the caller reach the middleware.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - isolation: The actor on which the endpoint builds its request; by default the caller's.
    /// - Returns: The payload.
    /// - Throws: ``EndpointError``.
    public func load<Endpoint: RequestProviderType & PayloadProviderType>(
        _ endpoint: Endpoint,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(EndpointError<ServerError>) -> Endpoint.Payload {
        try await pipeline.payload(of: try call(endpoint), endpoint.parser)
    }

    /// Loads an endpoint and parses the response as a value of a type.
    ///
    /// ```swift
    /// let page = try await api.load(API.users(page: 2), as: [User].self)
    /// ```
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - type: The type of the payload: `Data` or `Data?` for bytes, `String` or `String?` for text, or any other
    ///     type for JSON. An optional is nil if the body is empty. For `Void`, use the parser `.none`.
    ///   - isolation: The actor on which the endpoint builds its request; by default the caller's.
    /// - Returns: The payload.
    /// - Throws: ``EndpointError``.
    public func load<Payload: Decodable & Sendable>(
        _ endpoint: some RequestProviderType,
        as type: Payload.Type,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(EndpointError<ServerError>) -> Payload {
        try await pipeline.payload(of: try call(endpoint), .standard)
    }

    /// Loads an endpoint and parses the response with a parser.
    ///
    /// ```swift
    /// let count = try await api.load(API.userCount, parser: .lossless(Int.self))
    /// let response = try await api.load(API.userCount, parser: .response)
    /// ```
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - parser: The parser that makes the payload from the response.
    ///   - isolation: The actor on which the endpoint builds its request; by default the caller's.
    /// - Returns: The payload.
    /// - Throws: ``EndpointError``.
    public func load<Payload>(
        _ endpoint: some RequestProviderType,
        parser: PayloadParser<Payload>,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(EndpointError<ServerError>) -> Payload {
        try await pipeline.payload(of: try call(endpoint), parser)
    }

    /// Loads an endpoint and returns its payload together with the response that the payload was parsed from.
    ///
    /// ```swift
    /// let (users, response) = try await api.loadWithResponse(ListUsers())
    /// print(response.headerField("X-RateLimit-Remaining") ?? "", response.links["next"] as Any)
    /// ```
    ///
    /// If the endpoint does not specify its payload, call `load(_:parser:)` with a parser that also returns the
    /// response: see ``PayloadParser/map(_:)-((Payload,EndpointResponse)->Other)``.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - isolation: The actor on which the endpoint builds its request; by default the caller's.
    /// - Returns: The payload and the response.
    /// - Throws: ``EndpointError``.
    public func loadWithResponse<Endpoint: RequestProviderType & PayloadProviderType>(
        _ endpoint: Endpoint,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(EndpointError<ServerError>) -> (payload: Endpoint.Payload, response: EndpointResponse) {
        try await pipeline.payload(of: try call(endpoint), endpoint.parser.map { (payload: $0, response: $1) })
    }
}
