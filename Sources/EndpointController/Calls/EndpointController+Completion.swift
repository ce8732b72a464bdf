public import EndpointTransports

extension EndpointController {
    /// Loads an endpoint, and calls back with its payload or an error, for code without `async` and `await`.
    ///
    /// ```swift
    /// let call = api.load(GetUser(id: 867)) { result in
    ///     show(result)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - completion: A closure that is called once, on the main actor. If the caller runs on the main actor, the
    ///     closure is called after this method has returned. If the call is cancelled before that, the closure receives
    ///     ``EndpointError/cancelled(_:)``.
    /// - Returns: The task of the call, to cancel it. You do not need to retain it.
    @discardableResult
    public func load<Endpoint: RequestProviderType & PayloadProviderType>(
        _ endpoint: Endpoint,
        completion: @escaping @MainActor @Sendable (Result<Endpoint.Payload, EndpointError<ServerError>>) -> Void
    ) -> Task<Void, Never> {
        let call = Result { () throws(EndpointError<ServerError>) in try self.call(endpoint) }
        let unanswered = (try? call.get().unanswered) ?? EndpointUnansweredCall(endpoint: endpoint, rules)
        let parser = endpoint.parser
        return Task {
            let result = await call.result(parser)
            await MainActor.run {
                // Code on the main actor that has called `cancel()` must not receive a payload afterwards.
                completion(Task.isCancelled ? .failure(.cancelled(unanswered)) : result)
            }
        }
    }
}

extension Result {
    /// Returns the result of loading a call.
    nonisolated(nonsending) func result<ServerError, Payload>(
        _ parser: PayloadParser<Payload>
    ) async -> Result<Payload, EndpointError<ServerError>>
    where Success == EndpointCall<ServerError>, Failure == EndpointError<ServerError> {
        do throws(EndpointError<ServerError>) {
            return .success(try await get().load(parser))
        } catch {
            return .failure(error)
        }
    }
}
