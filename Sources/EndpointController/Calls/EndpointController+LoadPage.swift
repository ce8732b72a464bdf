extension EndpointController {
    /// Loads one page of a list.
    ///
    /// ```swift
    /// let users = try await controller.load(ListUsers(), page: 3)
    /// ```
    ///
    /// How it is asked for, the endpoint says if it is a ``PagingProviderType``, its payload if it is a
    /// ``PagedPayloadType``, and else ``EndpointPaging/numbered(perPage:perPageName:pageName:offset:)``.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, relative to the base URL of the controller.
    ///   - page: The number of the page. The first is 1, whatever the server counts from.
    ///   - isolation: The actor that asks the endpoint for its request: the one that calls.
    /// - Returns: The page.
    /// - Throws: ``EndpointError``. It is ``EndpointError/invalidRequest(_:)`` with an ``EndpointPagingError`` if there
    ///   can be no such page, or if the pages have no numbers because links or cursors lead to them.
    public func load<Endpoint: BaseURLEndpointType & PayloadProviderType>(
        _ endpoint: Endpoint,
        page: Int,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(EndpointError<ServerError>) -> Endpoint.Payload {
        let paging = paging(of: endpoint, Endpoint.Payload.self)
        return try await pipeline.payload(of: try call(of: page, try call(endpoint), paging), endpoint.parser)
    }

    /// Loads one page of a list.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, with a URL of its own.
    ///   - page: The number of the page. The first is 1, whatever the server counts from.
    ///   - isolation: The actor that asks the endpoint for its request: the one that calls.
    /// - Returns: The page.
    /// - Throws: ``EndpointError``. It is ``EndpointError/invalidRequest(_:)`` with an ``EndpointPagingError`` if there
    ///   can be no such page, or if the pages have no numbers because links or cursors lead to them.
    public func load<Endpoint: EndpointType & PayloadProviderType>(
        _ endpoint: Endpoint,
        page: Int,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(EndpointError<ServerError>) -> Endpoint.Payload {
        let paging = paging(of: endpoint, Endpoint.Payload.self)
        return try await pipeline.payload(of: try call(of: page, try call(endpoint), paging), endpoint.parser)
    }

    /// Loads one page of a list, for an endpoint that does not say what it is parsed to.
    ///
    /// ```swift
    /// let users = try await controller.load(API.users, page: 3, as: [User].self)
    /// ```
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, relative to the base URL of the controller.
    ///   - page: The number of the page. The first is 1, whatever the server counts from.
    ///   - type: The type of the page: bytes and text as they are, and JSON else.
    ///   - isolation: The actor that asks the endpoint for its request: the one that calls.
    /// - Returns: The page.
    /// - Throws: ``EndpointError``. It is ``EndpointError/invalidRequest(_:)`` with an ``EndpointPagingError`` if there
    ///   can be no such page, or if the pages have no numbers because links or cursors lead to them.
    public func load<Payload: Decodable & Sendable>(
        _ endpoint: some BaseURLEndpointType,
        page: Int,
        as type: Payload.Type,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(EndpointError<ServerError>) -> Payload {
        let paging = paging(of: endpoint, type)
        return try await pipeline.payload(of: try call(of: page, try call(endpoint), paging), .standard)
    }

    /// Loads one page of a list, for an endpoint that does not say what it is parsed to.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, with a URL of its own.
    ///   - page: The number of the page. The first is 1, whatever the server counts from.
    ///   - type: The type of the page: bytes and text as they are, and JSON else.
    ///   - isolation: The actor that asks the endpoint for its request: the one that calls.
    /// - Returns: The page.
    /// - Throws: ``EndpointError``. It is ``EndpointError/invalidRequest(_:)`` with an ``EndpointPagingError`` if there
    ///   can be no such page, or if the pages have no numbers because links or cursors lead to them.
    public func load<Payload: Decodable & Sendable>(
        _ endpoint: some EndpointType,
        page: Int,
        as type: Payload.Type,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(EndpointError<ServerError>) -> Payload {
        let paging = paging(of: endpoint, type)
        return try await pipeline.payload(of: try call(of: page, try call(endpoint), paging), .standard)
    }

    /// The call for one page.
    private func call(
        of page: Int,
        _ call: Call,
        _ paging: EndpointPaging
    ) throws(EndpointError<ServerError>) -> Call {
        do {
            return call.again(with: try paging.request(call.request, page: page))
        } catch {
            throw .invalidRequest(error)
        }
    }
}
