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
    /// `export.zip`. When the file is whole, it is moved into place in one step, so that no program sees a part of it;
    /// until then, an existing file stays as it is. A symbolic link is replaced by the file, and its target is not
    /// touched. Missing folders are created.
    ///
    /// When a download breaks off or is cancelled, the part that has arrived stays if it can be continued: the request
    /// is a GET, and the response has a strong validator (RFC 9110, section 8.8.1) and no content coding. The next
    /// download of the same URL to the same destination asks only for the rest (`Range` with `If-Range`, RFC 9110,
    /// sections 13.1.5 and 14.2), and starts over if the file has changed. After any other failure, no part stays.
    ///
    /// The timeout of the rules is an idle timeout: the time in which nothing arrives. Of the size limits, only the
    /// endpoint's own applies. ``EndpointRules/responseValidator`` gets the response without its body. The request has
    /// `Accept-Encoding: identity`, unless the endpoint sets that field.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - destination: The URL of the file. Downloads to the same file cannot be under way at the same time.
    ///   - resumes: `true` to continue an earlier download, and to leave a part that can be continued; `false` to
    ///     remove the part that an earlier download left.
    ///   - isolation: The actor on which the endpoint builds its request; by default the caller's.
    ///   - onProgress: Called after each chunk with the number of bytes in the file, including those of an earlier
    ///     download. Calls do not overlap, and the last one reports all bytes.
    /// - Returns: The head of the response; its status is 206 if an earlier download was continued.
    /// - Throws: ``EndpointError``. It is ``EndpointError/fileNotWritable(_:_:)`` for a destination that is not valid
    ///   and for a file that cannot be written. A response in an error does not hold the bytes for the file.
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
