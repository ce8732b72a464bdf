public import EndpointController
import Foundation

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
    ) -> EndpointPages<Endpoint.Payload, ServerError> where Endpoint.Payload: PagedPayloadType {
        let call = Result { () throws(EndpointError<ServerError>) in try self.call(endpoint) }
        let page = endpoint.parser
        let parser = PayloadParser<(Endpoint.Payload, EndpointResponse)?> { response, decoder in
            response.statusCode == 204 ? nil : (try page.parse(response, decoder: decoder), response)
        }
        let walk = call.flatMap { call -> Result<PageWalk, EndpointError<ServerError>> in
            do {
                return .success(try PageWalk(call.request, call.rules, paging ?? .of(endpoint, Endpoint.Payload.self)))
            } catch {
                return .failure(.invalidRequest(call.unanswered, error))
            }
        }
        return EndpointPages(walk: walk) { url throws(EndpointError<ServerError>) in
            try await call.get().load(parser, from: url)
        }
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
    /// - Returns: The page.
    /// - Throws: `EndpointError`. It is `EndpointError.invalidRequest(_:_:)` with an ``EndpointPagingError`` if the
    ///   page number or the page size is not valid, or if the pages are not numbered.
    public nonisolated(nonsending) func load<Endpoint: RequestProviderType & PayloadProviderType>(
        _ endpoint: Endpoint,
        page: Int,
        paging: EndpointPaging? = nil
    ) async throws(EndpointError<ServerError>) -> Endpoint.Payload {
        let call = try call(endpoint)
        let url: URL
        do {
            let paging = paging ?? .of(endpoint, Endpoint.Payload.self)
            guard case .numbered = paging.style else { throw EndpointPagingError.noPageNumbers }
            guard let original = call.request.url else { throw EndpointRequestError.missingURL }
            url = try paging.url(original, at: page)
        } catch {
            throw .invalidRequest(call.unanswered, error)
        }
        return try await call.load(endpoint.parser, from: url)
    }
}

extension EndpointPaging {
    /// Returns the paging of the outermost wrapper that specifies it, otherwise of the endpoint, otherwise of the
    /// payload, otherwise numbered pages.
    fileprivate static func of(_ endpoint: Any, _ payload: Any.Type) -> EndpointPaging {
        // A dynamic cast finds every conformance, wherever it is declared.
        if let provider = endpoint as? any PagingProviderType { return provider.paging }
        if let wrapper = endpoint as? any EndpointWrapper { return of(wrapper.base, payload) }
        return (payload as? any PagedPayloadType.Type)?.paging ?? .numbered()
    }
}
