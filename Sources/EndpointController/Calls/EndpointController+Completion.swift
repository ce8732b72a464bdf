import Endpoint

/// Loading with a completion handler, for code that is not asynchronous.
extension EndpointController {
    /// What a completion handler gets.
    public typealias Completion<Payload> = @MainActor @Sendable (Result<Payload, EndpointError<ServerError>>) -> Void

    /// Loads an endpoint, and calls back with its payload.
    ///
    /// ```swift
    /// controller.load(GetUser(id: 867)) { result in
    ///     show(result)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, relative to the base URL of the controller.
    ///   - completion: Called once, on the main actor; from there, always after this method has returned.
    /// - Returns: What cancels the call.
    @discardableResult
    public func load<Endpoint: BaseURLEndpointType & PayloadProviderType>(
        _ endpoint: Endpoint,
        completion: @escaping Completion<Endpoint.Payload>
    ) -> EndpointCancellable {
        load(endpoint, parser: endpoint.parser, completion: completion)
    }

    /// Loads an endpoint, and calls back with its payload.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, with a URL of its own.
    ///   - completion: Called once, on the main actor; from there, always after this method has returned.
    /// - Returns: What cancels the call.
    @discardableResult
    public func load<Endpoint: EndpointType & PayloadProviderType>(
        _ endpoint: Endpoint,
        completion: @escaping Completion<Endpoint.Payload>
    ) -> EndpointCancellable {
        load(endpoint, parser: endpoint.parser, completion: completion)
    }

    /// Loads an endpoint, and calls back with a value of a type: bytes and text as they are, and JSON else.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, relative to the base URL of the controller.
    ///   - type: The type of the payload. For `Void`, take the parser `.none`.
    ///   - completion: Called once, on the main actor; from there, always after this method has returned.
    /// - Returns: What cancels the call.
    @discardableResult
    public func load<Payload: Decodable & Sendable>(
        _ endpoint: some BaseURLEndpointType,
        as type: Payload.Type,
        completion: @escaping Completion<Payload>
    ) -> EndpointCancellable {
        load(endpoint, parser: .standard, completion: completion)
    }

    /// Loads an endpoint, and calls back with a value of a type: bytes and text as they are, and JSON else.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, with a URL of its own.
    ///   - type: The type of the payload. For `Void`, take the parser `.none`.
    ///   - completion: Called once, on the main actor; from there, always after this method has returned.
    /// - Returns: What cancels the call.
    @discardableResult
    public func load<Payload: Decodable & Sendable>(
        _ endpoint: some EndpointType,
        as type: Payload.Type,
        completion: @escaping Completion<Payload>
    ) -> EndpointCancellable {
        load(endpoint, parser: .standard, completion: completion)
    }

    /// Loads an endpoint, and calls back with what a parser makes of the response.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, relative to the base URL of the controller.
    ///   - parser: Makes the payload of the response.
    ///   - completion: Called once, on the main actor; from there, always after this method has returned.
    /// - Returns: What cancels the call.
    @discardableResult
    public func load<Payload>(
        _ endpoint: some BaseURLEndpointType,
        parser: PayloadParser<Payload>,
        completion: @escaping Completion<Payload>
    ) -> EndpointCancellable {
        start(Result { () throws(EndpointError<ServerError>) in try call(endpoint) }, parser, completion)
    }

    /// Loads an endpoint, and calls back with what a parser makes of the response.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, with a URL of its own.
    ///   - parser: Makes the payload of the response.
    ///   - completion: Called once, on the main actor; from there, always after this method has returned.
    /// - Returns: What cancels the call.
    @discardableResult
    public func load<Payload>(
        _ endpoint: some EndpointType,
        parser: PayloadParser<Payload>,
        completion: @escaping Completion<Payload>
    ) -> EndpointCancellable {
        start(Result { () throws(EndpointError<ServerError>) in try call(endpoint) }, parser, completion)
    }

    /// Loads an endpoint, and calls back with the response as it came.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, relative to the base URL of the controller.
    ///   - completion: Called once, on the main actor; from there, always after this method has returned.
    /// - Returns: What cancels the call.
    @discardableResult
    public func response(
        for endpoint: some BaseURLEndpointType,
        completion: @escaping Completion<EndpointResponse>
    ) -> EndpointCancellable {
        load(endpoint, parser: PayloadParser { $0 }, completion: completion)
    }

    /// Loads an endpoint, and calls back with the response as it came.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, with a URL of its own.
    ///   - completion: Called once, on the main actor; from there, always after this method has returned.
    /// - Returns: What cancels the call.
    @discardableResult
    public func response(
        for endpoint: some EndpointType,
        completion: @escaping Completion<EndpointResponse>
    ) -> EndpointCancellable {
        load(endpoint, parser: PayloadParser { $0 }, completion: completion)
    }

    private func start<Payload>(
        _ call: Result<Call, EndpointError<ServerError>>,
        _ parser: PayloadParser<Payload>,
        _ completion: @escaping Completion<Payload>
    ) -> EndpointCancellable {
        EndpointCancellable(
            Task { [pipeline] in
                let result = await pipeline.result(of: call, parser)
                await MainActor.run {
                    // Who has cancelled on the main actor by now does not expect a payload any more.
                    completion(Task.isCancelled ? .failure(.cancelled) : result)
                }
            })
    }
}
