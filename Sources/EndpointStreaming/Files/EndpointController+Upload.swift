public import EndpointController

extension EndpointController {
    /// Loads an endpoint with a large body, reports the progress of the upload, and returns the payload.
    ///
    /// ```swift
    /// let photo = try await api.upload(AddPhoto(file: url)) { progress in
    ///     print(progress.completed)
    /// }
    /// ```
    ///
    /// For an upload, the timeout is an idle timeout, which restarts when a part of a body is sent or arrives. The
    /// default is 60 seconds.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - isolation: The actor on which the endpoint builds its request; by default the caller's.
    ///   - onProgress: A closure that is called as the upload proceeds; by default nil. The total is nil for a stream
    ///     of unknown length. For an empty body, the closure is called once, with 0 of 0 bytes. A slow closure can
    ///     delay the return of this method, but not the upload or other calls.
    /// - Returns: The payload.
    /// - Throws: `EndpointError`.
    public func upload<Endpoint: RequestProviderType & PayloadProviderType>(
        _ endpoint: Endpoint,
        isolation: isolated (any Actor)? = #isolation,
        onProgress: (@Sendable (EndpointProgress) -> Void)? = nil
    ) async throws(EndpointError<ServerError>) -> Endpoint.Payload {
        // A call without a closure would have a deadline instead of an idle timeout.
        try await pipeline.upload(try call(endpoint), endpoint.parser, onUpload: onProgress ?? { _ in })
    }
}
