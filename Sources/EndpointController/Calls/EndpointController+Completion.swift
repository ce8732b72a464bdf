public import Endpoint

/// Loading with a completion handler, for code that does not use `async` and `await`.
extension EndpointController {
    /// A closure that receives the outcome of a call.
    public typealias Completion<Payload> = @MainActor @Sendable (Result<Payload, EndpointError<ServerError>>) -> Void

    /// Loads an endpoint, and calls back with its payload or an error.
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
        completion: @escaping Completion<Endpoint.Payload>
    ) -> EndpointCancellable {
        load(endpoint, parser: endpoint.parser, completion: completion)
    }

    /// Loads an endpoint, and calls back with the payload that a parser makes from the response, or with an error.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - parser: The parser that makes the payload from the response.
    ///   - completion: A closure that is called once, on the main actor. If the caller runs on the main actor, the
    ///     closure is called after this method has returned.
    /// - Returns: A value that cancels the call. You do not need to retain it.
    @discardableResult
    public func load<Payload>(
        _ endpoint: some RequestProviderType,
        parser: PayloadParser<Payload>,
        completion: @escaping Completion<Payload>
    ) -> EndpointCancellable {
        let call = Result { () throws(EndpointError<ServerError>) in try self.call(endpoint) }
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
