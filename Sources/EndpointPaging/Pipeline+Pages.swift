import EndpointController

extension Pipeline {
    /// Returns the step that loads the page at which a walk begins, and leads to the pages after it.
    func pages<Payload: PagedPayloadType>(
        from walk: Result<PageWalk, EndpointError<ServerError>>,
        _ parser: PayloadParser<Payload>
    ) -> PageStep<Payload> {
        PageStep {
            let walk = try walk.get()
            let (payload, response) = try await payload(walk.call, parser.map { ($0, $1) })
            let next = next(on: walk, after: response, payload)
            if next == nil, payload.pageItemCount == 0 { return nil }
            return (payload, next.map { pages(from: $0, parser) })
        }
    }

    /// Returns the walk from the next page, or the error if that page cannot be requested; nil after the last page.
    private func next(
        on walk: PageWalk,
        after response: EndpointResponse,
        _ payload: some PagedPayloadType
    ) -> Result<PageWalk, EndpointError<ServerError>>? {
        do {
            return try walk.after(response, payload).map { .success($0) }
        } catch {
            return .failure(.unacceptableResponse(response, error))
        }
    }
}
