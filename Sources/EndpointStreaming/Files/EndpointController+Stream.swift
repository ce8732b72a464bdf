public import EndpointController

extension EndpointController {
    /// Loads an endpoint and returns a response whose body you read as it arrives, without holding it all in memory.
    ///
    /// ```swift
    /// let log = try await api.stream(GetLog())
    /// for try await chunk in log.body { try file.write(contentsOf: chunk) }
    /// ```
    ///
    /// To write to a disk that may be slow, use `download(_:to:)`: the loop blocks a thread of Swift's pool while it
    /// writes.
    ///
    /// If you read slowly, the server has to wait, or the data waits on disk. Releasing the last copy of the body
    /// cancels the request: see `EndpointResponseBody`. The timeout is an idle timeout, and only the endpoint's own
    /// size limit applies to an accepted body: see `EndpointRules`.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - isolation: The actor on which the endpoint builds its request; by default the caller's.
    /// - Returns: The response, whose status and content type are accepted. Its body throws `EndpointError` too.
    /// - Throws: `EndpointError`.
    public func stream(
        _ endpoint: some RequestProviderType,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(EndpointError<ServerError>) -> EndpointStreamedResponse {
        try await pipeline.stream(try call(endpoint))
    }
}
