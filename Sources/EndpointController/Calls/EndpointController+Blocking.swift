public import Endpoint

/// Loading while the calling thread waits, for scripts and command-line tools.
///
/// Do not block a thread that other work depends on, such as the main thread of an app. If the calling thread runs a
/// task, cancelling that task cancels the call.
extension EndpointController {
    /// Loads an endpoint while the calling thread waits, and returns the payload.
    ///
    /// ```swift
    /// let user = try api.loadAndWait(GetUser(id: 867))
    /// ```
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - cancellable: A value with which another thread can cancel the call; by default nil.
    /// - Returns: The payload.
    /// - Throws: ``EndpointError``.
    @available(*, noasync, message: "Use load(_:) with await.")
    public func loadAndWait<Endpoint: RequestProviderType & PayloadProviderType>(
        _ endpoint: Endpoint,
        cancellable: EndpointCancellable? = nil
    ) throws(EndpointError<ServerError>) -> Endpoint.Payload {
        try loadAndWait(endpoint, parser: endpoint.parser, cancellable: cancellable)
    }

    /// Loads an endpoint while the calling thread waits, and parses the response with a parser.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - parser: The parser that makes the payload from the response.
    ///   - cancellable: A value with which another thread can cancel the call; by default nil.
    /// - Returns: The payload.
    /// - Throws: ``EndpointError``.
    @available(*, noasync, message: "Use load(_:parser:) with await.")
    public func loadAndWait<Payload>(
        _ endpoint: some RequestProviderType,
        parser: PayloadParser<Payload>,
        cancellable: EndpointCancellable? = nil
    ) throws(EndpointError<ServerError>) -> Payload {
        try pipeline.parse(try pipeline.responseAndWait(to: try call(endpoint), cancellable), parser)
    }
}
