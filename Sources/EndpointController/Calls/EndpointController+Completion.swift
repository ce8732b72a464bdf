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
    ///     ``EndpointError/cancelled``.
    /// - Returns: The task of the call, to cancel it. You do not need to retain it.
    @discardableResult
    public func load<Endpoint: RequestProviderType & PayloadProviderType>(
        _ endpoint: Endpoint,
        completion: @escaping @MainActor @Sendable (Result<Endpoint.Payload, EndpointError<ServerError>>) -> Void
    ) -> Task<Void, Never> {
        start(endpoint) { result in
            await MainActor.run {
                // Code on the main actor that has called `cancel()` must not receive a payload afterwards.
                completion(Task.isCancelled ? .failure(.cancelled) : result)
            }
        }
    }

    /// Starts a task that loads an endpoint and delivers the result; the request is built here, before that.
    func start<Endpoint: RequestProviderType & PayloadProviderType>(
        _ endpoint: Endpoint,
        deliver: @escaping @Sendable (Result<Endpoint.Payload, EndpointError<ServerError>>) async -> Void
    ) -> Task<Void, Never> {
        let call = Result { () throws(EndpointError<ServerError>) in try self.call(endpoint) }
        let parser = endpoint.parser
        return Task { [pipeline] in
            do throws(EndpointError<ServerError>) {
                await deliver(.success(try await pipeline.payload(call.get(), parser)))
            } catch {
                await deliver(.failure(error))
            }
        }
    }
}
