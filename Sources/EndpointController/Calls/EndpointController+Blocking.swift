public import Endpoint

extension EndpointController {
    /// Loads an endpoint while the calling thread waits, for scripts and command-line tools.
    ///
    /// ```swift
    /// let user = try api.loadAndWait(GetUser(id: 867))
    /// ```
    ///
    /// Do not block a thread that other work depends on, such as the main thread of an app. If the calling thread runs
    /// a task, cancelling that task cancels the call.
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
        try pipeline.parse(try pipeline.responseAndWait(to: try call(endpoint), cancellable), endpoint.parser)
    }
}
