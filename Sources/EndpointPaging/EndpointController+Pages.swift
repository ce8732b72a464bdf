public import EndpointController

extension EndpointController {
    /// Returns the pages of a list, each loaded when you ask for it.
    ///
    /// ```swift
    /// for try await users in api.pages(of: ListUsers()) { show(users) }
    /// ```
    ///
    /// The endpoint builds its request immediately, and only once for all pages. If that fails, asking for the first
    /// page throws the error. If you change the base URL of the controller later, the pages are not affected.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - paging: The paging style. The default is nil, which stands for the paging of the endpoint
    ///     (``PagingProviderType``) or, if it has none, of its payload (``PagedPayloadType``).
    /// - Returns: A sequence of the pages, which throws `EndpointError`.
    public func pages<Endpoint: RequestProviderType & PayloadProviderType>(
        of endpoint: Endpoint,
        paging: EndpointPaging? = nil
    ) -> EndpointPages<Endpoint.Payload> where Endpoint.Payload: PagedPayloadType {
        let walk: Result<PageWalk, EndpointError<ServerError>>
        do {
            walk = .success(try PageWalk(try call(endpoint), paging ?? .of(endpoint, Endpoint.Payload.self)))
        } catch {
            walk = .failure(error as? EndpointError ?? .invalidRequest(error))
        }
        return EndpointPages(first: pipeline.pages(from: walk, endpoint.parser))
    }

    /// Loads one page of a list.
    ///
    /// ```swift
    /// let users = try await api.load(ListUsers(), page: 3)
    /// ```
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - page: The number of the page, counted from 1 even if the server counts from 0: see ``EndpointPaging``.
    ///   - paging: The paging style. The default is nil, which stands for the paging of the endpoint, otherwise
    ///     of its payload, otherwise numbered pages.
    ///   - isolation: The actor on which the endpoint builds its request; by default the caller's.
    /// - Returns: The page.
    /// - Throws: `EndpointError`. It is `EndpointError.invalidRequest(_:)` with an ``EndpointPagingError`` if the
    ///   page number or the page size is not valid, or if the pages are not numbered.
    public func load<Endpoint: RequestProviderType & PayloadProviderType>(
        _ endpoint: Endpoint,
        page: Int,
        paging: EndpointPaging? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(EndpointError<ServerError>) -> Endpoint.Payload {
        let call = try call(for: endpoint, page, paging ?? .of(endpoint, Endpoint.Payload.self))
        return try await pipeline.payload(call, endpoint.parser)
    }

    private func call(
        for endpoint: some RequestProviderType,
        _ page: Int,
        _ paging: EndpointPaging
    ) throws(EndpointError<ServerError>) -> Call {
        let call = try call(endpoint)
        do {
            return call.with(try paging.request(call.request, page: page))
        } catch {
            throw .invalidRequest(error)
        }
    }
}

extension EndpointPaging {
    /// Returns the paging of the outermost wrapper that specifies it, otherwise of the endpoint, otherwise of the
    /// payload, otherwise numbered pages.
    ///
    /// A dynamic cast finds every conformance, wherever it is declared, at a small cost compared with a request.
    fileprivate static func of(_ endpoint: Any, _ payload: Any.Type) -> EndpointPaging {
        if let provider = endpoint as? any PagingProviderType { return provider.paging }
        if let wrapper = endpoint as? any EndpointWrapper { return of(wrapper.base, payload) }
        return (payload as? any PagedPayloadType.Type)?.paging ?? .numbered()
    }
}
