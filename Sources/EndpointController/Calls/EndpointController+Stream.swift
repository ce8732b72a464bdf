import Endpoint

extension EndpointController {
    /// Loads an endpoint whose body is read while it arrives, so that it is never held in memory whole.
    ///
    /// ```swift
    /// let log = try await controller.stream(GetLog())
    /// for try await chunk in log.body { try file.write(contentsOf: chunk) }
    /// ```
    ///
    /// A reader that is slow makes the sender wait, or has what is sent wait on disk. A body that is not read to its
    /// end is not fetched further once nobody holds it.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, relative to the base URL of the controller.
    ///   - isolation: The actor that asks the endpoint for its request: the one that calls.
    /// - Returns: The response, whose status and content type are accepted. Its body throws ``EndpointError`` too.
    /// - Throws: ``EndpointError``.
    public func stream(
        _ endpoint: some BaseURLEndpointType,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(EndpointError<ServerError>) -> EndpointStreamedResponse {
        try await pipeline.stream(try call(endpoint))
    }

    /// Loads an endpoint whose body is read while it arrives, so that it is never held in memory whole.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, with a URL of its own.
    ///   - isolation: The actor that asks the endpoint for its request: the one that calls.
    /// - Returns: The response, whose status and content type are accepted. Its body throws ``EndpointError`` too.
    /// - Throws: ``EndpointError``.
    public func stream(
        _ endpoint: some EndpointType,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(EndpointError<ServerError>) -> EndpointStreamedResponse {
        try await pipeline.stream(try call(endpoint))
    }
}
