extension EndpointController {
    /// The pages of a list, loaded one by one as they are asked for.
    ///
    /// ```swift
    /// for try await users in controller.pages(of: ListUsers()) { show(users) }
    /// ```
    ///
    /// How they are asked for, the endpoint says if it is a ``PagingProviderType``, and else its payload.
    ///
    /// The endpoint makes its request at once, for all pages; what goes wrong in that is thrown with the first of them.
    /// All are loaded from the base URL of this moment.
    ///
    /// - Parameter endpoint: The endpoint, relative to the base URL of the controller.
    /// - Returns: The pages, which throw ``EndpointError``.
    public func pages<Endpoint: BaseURLEndpointType & PayloadProviderType>(
        of endpoint: Endpoint
    ) -> EndpointPages<Endpoint.Payload> where Endpoint.Payload: PagedPayloadType {
        pages(of: endpoint, endpoint.parser) { () throws(EndpointError<ServerError>) in try call(endpoint) }
    }

    /// The pages of a list, loaded one by one as they are asked for.
    ///
    /// - Parameter endpoint: The endpoint, with a URL of its own.
    /// - Returns: The pages, which throw ``EndpointError``.
    public func pages<Endpoint: EndpointType & PayloadProviderType>(
        of endpoint: Endpoint
    ) -> EndpointPages<Endpoint.Payload> where Endpoint.Payload: PagedPayloadType {
        pages(of: endpoint, endpoint.parser) { () throws(EndpointError<ServerError>) in try call(endpoint) }
    }

    /// The pages of a list, for an endpoint that does not say what they are parsed to.
    ///
    /// ```swift
    /// for try await users in controller.pages(of: API.users, as: [User].self) { show(users) }
    /// ```
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, relative to the base URL of the controller.
    ///   - type: The type of a page, which is decoded from JSON.
    /// - Returns: The pages, which throw ``EndpointError``.
    public func pages<Payload: Decodable & Sendable & PagedPayloadType>(
        of endpoint: some BaseURLEndpointType,
        as type: Payload.Type
    ) -> EndpointPages<Payload> {
        pages(of: endpoint, .json) { () throws(EndpointError<ServerError>) in try call(endpoint) }
    }

    /// The pages of a list, for an endpoint that does not say what they are parsed to.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, with a URL of its own.
    ///   - type: The type of a page, which is decoded from JSON.
    /// - Returns: The pages, which throw ``EndpointError``.
    public func pages<Payload: Decodable & Sendable & PagedPayloadType>(
        of endpoint: some EndpointType,
        as type: Payload.Type
    ) -> EndpointPages<Payload> {
        pages(of: endpoint, .json) { () throws(EndpointError<ServerError>) in try call(endpoint) }
    }

    private func pages<Payload: PagedPayloadType>(
        of endpoint: Any,
        _ parser: PayloadParser<Payload>,
        _ makeCall: () throws(EndpointError<ServerError>) -> Call
    ) -> EndpointPages<Payload> {
        let walk: Result<PageWalk, EndpointError<ServerError>>
        do {
            walk = .success(try PageWalk(try makeCall(), paging(of: endpoint, Payload.self)))
        } catch {
            walk = .failure(EndpointError(error))
        }
        return EndpointPages(first: pipeline.pages(from: walk, parser))
    }

    /// How the pages of an endpoint are asked for.
    ///
    /// The question is dynamic, so that every conformance counts; beside a request over the network it costs nothing.
    func paging(of endpoint: Any, _ payload: Any.Type) -> EndpointPaging {
        if let wrapper = endpoint as? any WrappingEndpoint { return paging(of: wrapper.wrapped, payload) }
        return (endpoint as? any PagingProviderType)?.paging
            ?? (payload as? any PagedPayloadType.Type)?.paging
            ?? .numbered()
    }
}
