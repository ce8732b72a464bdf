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
    ///   - onProgress: A closure that is called as the upload proceeds; by default nil. The total is nil for a stream
    ///     of unknown length. For an empty body, the closure is called once, with 0 of 0 bytes. A slow closure can
    ///     delay the return of this method, but not the upload or other calls.
    /// - Returns: The payload.
    /// - Throws: `EndpointError`.
    public nonisolated(nonsending) func upload<Endpoint: RequestProviderType & PayloadProviderType>(
        _ endpoint: Endpoint,
        onProgress: (@Sendable (EndpointProgress) -> Void)? = nil
    ) async throws(EndpointError<ServerError>) -> Endpoint.Payload {
        // A call without a closure would have a deadline instead of an idle timeout.
        let teller = ProgressTeller(onProgress ?? { _ in })
        defer { teller.close() }
        let call = try call(endpoint)
        let payload = try await call.load(endpoint.parser) { teller.tell($0) }
        // Transports report nothing about an empty body, but a progress bar should fill. After other progress, this
        // is ignored.
        teller.tell(EndpointProgress(completed: 0, total: 0))
        // The timeout does not apply here: a slow `onProgress` must not make a successful upload fail.
        await teller.finish()
        if Task.isCancelled { throw .cancelled(call.unanswered) }
        return payload
    }
}
