public import Endpoint
public import Foundation

extension EndpointController {
    /// Downloads the response of an endpoint to a file.
    ///
    /// ```swift
    /// try await api.download(export, to: fileURL) { progress in
    ///     Task { @MainActor in bar.fraction = progress.fraction }
    /// }
    /// ```
    ///
    /// The file is written chunk by chunk beside its destination, under a hidden name: `.export.zip.partial` for
    /// `export.zip`. When it is whole, it is moved into place in one step, so that no program sees a part of it; a file
    /// that is there stays as it is until then. A symbolic link is replaced by the file, and what it led to is not
    /// touched. Folders that are missing are created.
    ///
    /// When a download breaks off or is cancelled, what has arrived stays if it can be continued: the request is a GET,
    /// and the response has a strong validator (RFC 9110, section 8.8.1) and no content coding. The next download of
    /// the same URL to the same destination asks for the rest alone (`Range` with `If-Range`, RFC 9110, sections 13.1.5
    /// and 14.2), and begins anew if the file has changed. After any other failure nothing stays behind.
    ///
    /// The timeout of the rules is the time in which nothing arrives. Of size limits, only that of the endpoint itself
    /// counts. ``EndpointRules/responseValidator`` gets the response without its body. The request has
    /// `Accept-Encoding: identity`, unless the endpoint says otherwise.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - destination: The URL of the file. Downloads to the same file cannot be under way at the same time.
    ///   - resumes: `true` to continue an earlier download, and to leave a part that can be continued; `false` to
    ///     remove the part that an earlier download left.
    ///   - isolation: The actor on which the endpoint builds its request; by default the caller's.
    ///   - onProgress: Called after each chunk with the bytes that are in the file, those of an earlier download
    ///     included; one call after the other. In the last one all bytes are through.
    /// - Returns: The head of the response: a 206 where an earlier download was continued.
    /// - Throws: ``EndpointError``. It is ``EndpointError/fileNotWritable(_:_:)`` for a destination that is not valid
    ///   and for a file that cannot be written. No response in an error has the bytes that were for the file.
    @discardableResult
    public func download(
        _ endpoint: some RequestProviderType,
        to destination: URL,
        resumes: Bool = true,
        isolation: isolated (any Actor)? = #isolation,
        onProgress: (@Sendable (EndpointProgress) -> Void)? = nil
    ) async throws(EndpointError<ServerError>) -> EndpointResponseHead {
        try await pipeline.download(try call(endpoint), to: destination, resumes: resumes, onProgress: onProgress)
    }
}
