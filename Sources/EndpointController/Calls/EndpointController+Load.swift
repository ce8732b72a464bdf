extension EndpointController {
    /// Loads an endpoint and parses the response to its payload.
    ///
    /// ```swift
    /// let user = try await controller.load(GetUser(id: 867))
    /// ```
    ///
    /// When the task is cancelled, the call ends at once.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, relative to the base URL of the controller.
    ///   - isolation: The actor that asks the endpoint for its request: the one that calls.
    /// - Returns: The payload.
    /// - Throws: ``EndpointError``.
    public func load<Endpoint: BaseURLEndpointType & PayloadProviderType>(
        _ endpoint: Endpoint,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(EndpointError<ServerError>) -> Endpoint.Payload {
        try await pipeline.payload(of: try call(endpoint), endpoint.parser)
    }

    /// Loads an endpoint and parses the response to its payload.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, with a URL of its own.
    ///   - isolation: The actor that asks the endpoint for its request: the one that calls.
    /// - Returns: The payload.
    /// - Throws: ``EndpointError``.
    public func load<Endpoint: EndpointType & PayloadProviderType>(
        _ endpoint: Endpoint,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(EndpointError<ServerError>) -> Endpoint.Payload {
        try await pipeline.payload(of: try call(endpoint), endpoint.parser)
    }

    /// Loads an endpoint and parses the response to a type: bytes and text as they are, and JSON else.
    ///
    /// ```swift
    /// let page = try await controller.load(API.users(page: 2), as: [User].self)
    /// ```
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, relative to the base URL of the controller.
    ///   - type: The type of the payload. For `Void`, take the parser `.none`.
    ///   - isolation: The actor that asks the endpoint for its request: the one that calls.
    /// - Returns: The payload.
    /// - Throws: ``EndpointError``.
    public func load<Payload: Decodable & Sendable>(
        _ endpoint: some BaseURLEndpointType,
        as type: Payload.Type,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(EndpointError<ServerError>) -> Payload {
        try await pipeline.payload(of: try call(endpoint), .standard)
    }

    /// Loads an endpoint and parses the response to a type: bytes and text as they are, and JSON else.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, with a URL of its own.
    ///   - type: The type of the payload. For `Void`, take the parser `.none`.
    ///   - isolation: The actor that asks the endpoint for its request: the one that calls.
    /// - Returns: The payload.
    /// - Throws: ``EndpointError``.
    public func load<Payload: Decodable & Sendable>(
        _ endpoint: some EndpointType,
        as type: Payload.Type,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(EndpointError<ServerError>) -> Payload {
        try await pipeline.payload(of: try call(endpoint), .standard)
    }

    /// Loads an endpoint and parses the response with a parser.
    ///
    /// ```swift
    /// let count = try await controller.load(API.userCount, parser: .lossless(Int.self))
    /// ```
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, relative to the base URL of the controller.
    ///   - parser: Makes the payload of the response.
    ///   - isolation: The actor that asks the endpoint for its request: the one that calls.
    /// - Returns: The payload.
    /// - Throws: ``EndpointError``.
    public func load<Payload>(
        _ endpoint: some BaseURLEndpointType,
        parser: PayloadParser<Payload>,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(EndpointError<ServerError>) -> Payload {
        try await pipeline.payload(of: try call(endpoint), parser)
    }

    /// Loads an endpoint and parses the response with a parser.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, with a URL of its own.
    ///   - parser: Makes the payload of the response.
    ///   - isolation: The actor that asks the endpoint for its request: the one that calls.
    /// - Returns: The payload.
    /// - Throws: ``EndpointError``.
    public func load<Payload>(
        _ endpoint: some EndpointType,
        parser: PayloadParser<Payload>,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(EndpointError<ServerError>) -> Payload {
        try await pipeline.payload(of: try call(endpoint), parser)
    }

    /// Loads an endpoint whose response is wanted as it came.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, relative to the base URL of the controller.
    ///   - isolation: The actor that asks the endpoint for its request: the one that calls.
    /// - Returns: The response, which is accepted by all rules.
    /// - Throws: ``EndpointError``.
    public func response(
        for endpoint: some BaseURLEndpointType,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(EndpointError<ServerError>) -> EndpointResponse {
        try await pipeline.response(to: try call(endpoint))
    }

    /// Loads an endpoint whose response is wanted as it came.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, with a URL of its own.
    ///   - isolation: The actor that asks the endpoint for its request: the one that calls.
    /// - Returns: The response, which is accepted by all rules.
    /// - Throws: ``EndpointError``.
    public func response(
        for endpoint: some EndpointType,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(EndpointError<ServerError>) -> EndpointResponse {
        try await pipeline.response(to: try call(endpoint))
    }
}
