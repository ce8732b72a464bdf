public import EndpointController
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
    /// The file is written chunk by chunk beside its destination, under a name such as `.export.zip.partial` for
    /// `export.zip`. The complete file is moved into place in one step, so that no program finds an incomplete file
    /// there. Until then, an existing file stays as it is. The file replaces a symbolic link at the destination, but
    /// not the target of the link; a link to a folder, device, pipe or socket is an error. Missing folders are created.
    ///
    /// In a sandboxed Mac app, a save panel gives access to the chosen file only, so a download to it fails. Download
    /// to a file in the app's container, then copy it to the chosen file.
    ///
    /// When a download fails or is cancelled, the part that has arrived stays on disk if it can be continued. For this,
    /// the request must be a GET without `Range` or `If-Range`. The first response must have the status 200 and a
    /// strong validator (RFC 9110, section 8.8.1), but no content coding and no `Accept-Ranges: none`. Otherwise, or if
    /// too many bytes arrive or the file cannot be moved into place, the part is removed. The next download of the same
    /// URL, or with the same `identity`, to the same destination asks only for the rest, with `Range` and `If-Range`
    /// (RFC 9110, sections 13.1.5 and 14.2). That download starts over if the file has changed on the server, or if the
    /// server does not support ranges. If the server refuses the range with the status 400, 403, 412, 416 or 501, the
    /// download asks once for the whole file.
    ///
    /// A response with the status 304, if that status is accepted, leaves the file as it is, because the client's copy
    /// is current (RFC 9110, section 15.4.5). With `resumes`, a part that can be continued stays too. The statuses 204
    /// and 205 are never accepted, because they have no content to save.
    ///
    /// For a download, the timeout is an idle timeout, which restarts when a part of a body is sent or arrives. Only
    /// the endpoint's own size limit applies to the file. `EndpointRules.responseValidator` receives the response
    /// without its body. The request has `Accept-Encoding: identity`, unless the endpoint sets that field.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - destination: The URL of the file. Only one download to a file may be under way at a time.
    ///   - resumes: `true`, the default, to continue an earlier download, and to keep a part that can be continued;
    ///     `false` to start over and keep no part.
    ///   - identity: A text that identifies the file on the server, for a URL that changes, such as a URL that is
    ///     signed anew each time; by default nil, so that the URL identifies the file.
    ///   - onProgress: A closure that is called after each chunk with the number of bytes in the file, including bytes
    ///     from an earlier download; by default nil. Calls of the closure do not overlap. If the download succeeds, the
    ///     last call reports all bytes; after a 304, there is no call.
    /// - Returns: The head of the response; its status is 206 if an earlier download was continued.
    /// - Throws: `EndpointError`. It is `EndpointError.invalidRequest(_:_:)` with an ``EndpointDownloadError`` if the
    ///   destination cannot be written, for example because it is a folder. It is the same if another download to the
    ///   destination is under way in this process or, on macOS and Linux if the file system supports locks, in another
    ///   process. It is `EndpointError.unacceptableResponse(_:_:)` with an ``EndpointDownloadError`` or a file system
    ///   error if the body cannot be written. A response in the error does not contain the bytes of the file.
    @discardableResult
    public nonisolated(nonsending) func download(
        _ endpoint: some RequestProviderType,
        to destination: URL,
        resumes: Bool = true,
        identity: String? = nil,
        onProgress: (@Sendable (EndpointProgress) -> Void)? = nil
    ) async throws(EndpointError<ServerError>) -> EndpointResponseHead {
        try await call(endpoint).download(to: destination, resumes, identity, onProgress)
    }
}

extension EndpointCall {
    // Not isolated to an actor, because file systems may be slow.
    fileprivate func download(
        to destination: URL,
        _ resumes: Bool,
        _ identity: String?,
        _ onProgress: (@Sendable (EndpointProgress) -> Void)?
    ) async throws(EndpointError<ServerError>) -> EndpointResponseHead {
        if Task.isCancelled { throw .cancelled(unanswered) }
        var call = self
        if request.value(forHTTPHeaderField: "Accept-Encoding") == nil {
            // A range counts encoded bytes, but the file holds decoded bytes: ask for a body without a coding.
            call.request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        }
        // These statuses have no content, and the empty file would replace an earlier file (RFC 9110, section 15.3).
        call.rules.acceptedStatusCodes = (rules.acceptedStatusCodes ?? Set(200..<300)).subtracting([204, 205])
        let file: PartialFile
        do {
            file = try PartialFile(for: destination, resumes: resumes)
        } catch {
            throw .invalidRequest(unanswered, error)
        }
        do {
            return try await Download(
                call: call, file: file, resumes: resumes, identity: identity, onProgress: onProgress
            ).run()
        } catch {
            // All errors of a download and of a body are of this type.
            throw error as? EndpointError<ServerError> ?? .middlewareFailed(unanswered, error)
        }
    }
}
