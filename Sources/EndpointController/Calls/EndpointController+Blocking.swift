import Endpoint

/// Loading while the thread waits, for scripts and command line tools.
///
/// A thread that other work depends on, such as the main thread of an app, should not wait. Where the thread runs a
/// task, the call ends when that is cancelled.
extension EndpointController {
    /// Loads an endpoint while the thread waits.
    ///
    /// ```swift
    /// let user = try controller.loadAndWait(GetUser(id: 867))
    /// ```
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, relative to the base URL of the controller.
    ///   - cancellable: What another thread can cancel the call with.
    /// - Returns: The payload.
    /// - Throws: ``EndpointError``.
    @available(*, noasync, message: "Use load(_:) with await.")
    public func loadAndWait<Endpoint: BaseURLEndpointType & PayloadProviderType>(
        _ endpoint: Endpoint,
        cancellable: EndpointCancellable? = nil
    ) throws(EndpointError<ServerError>) -> Endpoint.Payload {
        try wait(for: try call(endpoint), endpoint.parser, cancellable)
    }

    /// Loads an endpoint while the thread waits.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, with a URL of its own.
    ///   - cancellable: What another thread can cancel the call with.
    /// - Returns: The payload.
    /// - Throws: ``EndpointError``.
    @available(*, noasync, message: "Use load(_:) with await.")
    public func loadAndWait<Endpoint: EndpointType & PayloadProviderType>(
        _ endpoint: Endpoint,
        cancellable: EndpointCancellable? = nil
    ) throws(EndpointError<ServerError>) -> Endpoint.Payload {
        try wait(for: try call(endpoint), endpoint.parser, cancellable)
    }

    /// Loads an endpoint as a value of a type, while the thread waits: bytes and text as they are, and JSON else.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, relative to the base URL of the controller.
    ///   - type: The type of the payload. For `Void`, take the parser `.none`.
    ///   - cancellable: What another thread can cancel the call with.
    /// - Returns: The payload.
    /// - Throws: ``EndpointError``.
    @available(*, noasync, message: "Use load(_:as:) with await.")
    public func loadAndWait<Payload: Decodable & Sendable>(
        _ endpoint: some BaseURLEndpointType,
        as type: Payload.Type,
        cancellable: EndpointCancellable? = nil
    ) throws(EndpointError<ServerError>) -> Payload {
        try wait(for: try call(endpoint), .standard, cancellable)
    }

    /// Loads an endpoint as a value of a type, while the thread waits: bytes and text as they are, and JSON else.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, with a URL of its own.
    ///   - type: The type of the payload. For `Void`, take the parser `.none`.
    ///   - cancellable: What another thread can cancel the call with.
    /// - Returns: The payload.
    /// - Throws: ``EndpointError``.
    @available(*, noasync, message: "Use load(_:as:) with await.")
    public func loadAndWait<Payload: Decodable & Sendable>(
        _ endpoint: some EndpointType,
        as type: Payload.Type,
        cancellable: EndpointCancellable? = nil
    ) throws(EndpointError<ServerError>) -> Payload {
        try wait(for: try call(endpoint), .standard, cancellable)
    }

    /// Loads an endpoint and parses the response with a parser, while the thread waits.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, relative to the base URL of the controller.
    ///   - parser: Makes the payload of the response.
    ///   - cancellable: What another thread can cancel the call with.
    /// - Returns: The payload.
    /// - Throws: ``EndpointError``.
    @available(*, noasync, message: "Use load(_:parser:) with await.")
    public func loadAndWait<Payload>(
        _ endpoint: some BaseURLEndpointType,
        parser: PayloadParser<Payload>,
        cancellable: EndpointCancellable? = nil
    ) throws(EndpointError<ServerError>) -> Payload {
        try wait(for: try call(endpoint), parser, cancellable)
    }

    /// Loads an endpoint and parses the response with a parser, while the thread waits.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, with a URL of its own.
    ///   - parser: Makes the payload of the response.
    ///   - cancellable: What another thread can cancel the call with.
    /// - Returns: The payload.
    /// - Throws: ``EndpointError``.
    @available(*, noasync, message: "Use load(_:parser:) with await.")
    public func loadAndWait<Payload>(
        _ endpoint: some EndpointType,
        parser: PayloadParser<Payload>,
        cancellable: EndpointCancellable? = nil
    ) throws(EndpointError<ServerError>) -> Payload {
        try wait(for: try call(endpoint), parser, cancellable)
    }

    /// Loads an endpoint whose response is wanted as it came, while the thread waits.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, relative to the base URL of the controller.
    ///   - cancellable: What another thread can cancel the call with.
    /// - Returns: The response, which is accepted by all rules.
    /// - Throws: ``EndpointError``.
    @available(*, noasync, message: "Use response(for:) with await.")
    public func responseAndWait(
        for endpoint: some BaseURLEndpointType,
        cancellable: EndpointCancellable? = nil
    ) throws(EndpointError<ServerError>) -> EndpointResponse {
        try wait(for: try call(endpoint), PayloadParser { $0 }, cancellable)
    }

    /// Loads an endpoint whose response is wanted as it came, while the thread waits.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, with a URL of its own.
    ///   - cancellable: What another thread can cancel the call with.
    /// - Returns: The response, which is accepted by all rules.
    /// - Throws: ``EndpointError``.
    @available(*, noasync, message: "Use response(for:) with await.")
    public func responseAndWait(
        for endpoint: some EndpointType,
        cancellable: EndpointCancellable? = nil
    ) throws(EndpointError<ServerError>) -> EndpointResponse {
        try wait(for: try call(endpoint), PayloadParser { $0 }, cancellable)
    }

    private func wait<Payload>(
        for call: Call,
        _ parser: PayloadParser<Payload>,
        _ cancellable: EndpointCancellable?
    ) throws(EndpointError<ServerError>) -> Payload {
        try BlockingCall.run(cancellable) { [pipeline] in await pipeline.result(of: .success(call), parser) }.get()
    }
}
