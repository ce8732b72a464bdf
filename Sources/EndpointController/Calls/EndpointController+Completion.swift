public import Endpoint

extension EndpointController {
    /// Loads an endpoint, and calls back with its payload or an error, for code without `async` and `await`.
    ///
    /// ```swift
    /// api.load(GetUser(id: 867)) { result in
    ///     show(result)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - completion: A closure that is called once, on the main actor. If the caller runs on the main actor, the
    ///     closure is called after this method has returned.
    /// - Returns: A value that cancels the call. You do not need to retain it.
    @discardableResult
    public func load<Endpoint: RequestProviderType & PayloadProviderType>(
        _ endpoint: Endpoint,
        completion: @escaping @MainActor @Sendable (Result<Endpoint.Payload, EndpointError<ServerError>>) -> Void
    ) -> EndpointCancellable {
        let call = Result { () throws(EndpointError<ServerError>) in try self.call(endpoint) }
        let parser = endpoint.parser
        return EndpointCancellable(
            Task { [pipeline] in
                let result = await pipeline.result(of: call, parser)
                await MainActor.run {
                    // Code on the main actor that has called `cancel()` must not receive a payload afterwards.
                    completion(Task.isCancelled ? .failure(.cancelled) : result)
                }
            })
    }
}
