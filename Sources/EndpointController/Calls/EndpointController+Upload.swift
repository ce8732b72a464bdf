import Endpoint

extension EndpointController {
    /// Loads an endpoint with a large body, and tells how far the body is sent.
    ///
    /// ```swift
    /// let photo = try await controller.upload(AddPhoto(file: url)) { progress in
    ///     print(progress.completed)
    /// }
    /// ```
    ///
    /// The time that the call may take is that in which nothing goes out and nothing arrives.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, relative to the base URL of the controller.
    ///   - isolation: The actor that asks the endpoint for its request: the one that calls.
    ///   - onProgress: Called each time that a part of the body has gone out, with the same progress more than once where
    ///     parts go out at once. The total is not known for every stream. It may take its time: the upload
    ///     waits for it, no other call does.
    /// - Returns: The payload.
    /// - Throws: ``EndpointError``.
    public func upload<Endpoint: BaseURLEndpointType & PayloadProviderType>(
        _ endpoint: Endpoint,
        isolation: isolated (any Actor)? = #isolation,
        onProgress: @escaping @Sendable (EndpointProgress) -> Void
    ) async throws(EndpointError<ServerError>) -> Endpoint.Payload {
        try await upload(endpoint, parser: endpoint.parser, onProgress: onProgress)
    }

    /// Loads an endpoint with a large body, and tells how far the body is sent.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, with a URL of its own.
    ///   - isolation: The actor that asks the endpoint for its request: the one that calls.
    ///   - onProgress: Called each time that a part of the body has gone out, with the same progress more than once where
    ///     parts go out at once. The total is not known for every stream. It may take its time: the upload
    ///     waits for it, no other call does.
    /// - Returns: The payload.
    /// - Throws: ``EndpointError``.
    public func upload<Endpoint: EndpointType & PayloadProviderType>(
        _ endpoint: Endpoint,
        isolation: isolated (any Actor)? = #isolation,
        onProgress: @escaping @Sendable (EndpointProgress) -> Void
    ) async throws(EndpointError<ServerError>) -> Endpoint.Payload {
        try await upload(endpoint, parser: endpoint.parser, onProgress: onProgress)
    }

    /// Loads an endpoint with a large body, and tells how far the body is sent.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, relative to the base URL of the controller.
    ///   - parser: Makes the payload of the response.
    ///   - isolation: The actor that asks the endpoint for its request: the one that calls.
    ///   - onProgress: Called each time that a part of the body has gone out, with the same progress more than once where
    ///     parts go out at once. The total is not known for every stream. It may take its time: the upload
    ///     waits for it, no other call does.
    /// - Returns: The payload.
    /// - Throws: ``EndpointError``.
    public func upload<Payload>(
        _ endpoint: some BaseURLEndpointType,
        parser: PayloadParser<Payload>,
        isolation: isolated (any Actor)? = #isolation,
        onProgress: @escaping @Sendable (EndpointProgress) -> Void
    ) async throws(EndpointError<ServerError>) -> Payload {
        try pipeline.parse(await pipeline.response(to: try call(endpoint), onUpload: onProgress), parser)
    }

    /// Loads an endpoint with a large body, and tells how far the body is sent.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, with a URL of its own.
    ///   - parser: Makes the payload of the response.
    ///   - isolation: The actor that asks the endpoint for its request: the one that calls.
    ///   - onProgress: Called each time that a part of the body has gone out, with the same progress more than once where
    ///     parts go out at once. The total is not known for every stream. It may take its time: the upload
    ///     waits for it, no other call does.
    /// - Returns: The payload.
    /// - Throws: ``EndpointError``.
    public func upload<Payload>(
        _ endpoint: some EndpointType,
        parser: PayloadParser<Payload>,
        isolation: isolated (any Actor)? = #isolation,
        onProgress: @escaping @Sendable (EndpointProgress) -> Void
    ) async throws(EndpointError<ServerError>) -> Payload {
        try pipeline.parse(await pipeline.response(to: try call(endpoint), onUpload: onProgress), parser)
    }
}
