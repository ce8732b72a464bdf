public import EndpointTransports
public import Foundation

extension EndpointController {
    /// Loads an endpoint and returns a response whose body you read as it arrives, without holding it all in memory.
    ///
    /// ```swift
    /// let log = try await api.stream(GetLog())
    /// for try await chunk in log.body { try file.write(contentsOf: chunk) }
    /// ```
    ///
    /// If you read slowly, the server has to wait. Releasing the last copy of the body cancels the request: see
    /// `EndpointResponseBody`. The timeout is an idle timeout, and only the endpoint's own size limit applies to an
    /// accepted body: see ``EndpointRules``.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - url: The URL to load from, as for ``load(_:from:)``; by default nil, for the endpoint's own.
    /// - Returns: The response, whose status and content type are accepted. Its body throws ``EndpointError`` too.
    /// - Throws: ``EndpointError``.
    public nonisolated(nonsending) func stream(
        _ endpoint: some RequestProviderType,
        from url: URL? = nil
    ) async throws(EndpointError<ServerError>) -> EndpointStreamedResponse {
        try await call(endpoint).stream(from: url)
    }
}
