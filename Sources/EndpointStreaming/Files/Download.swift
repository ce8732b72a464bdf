import EndpointController
import Foundation

struct Download<ServerError: EndpointServerError> {
    let call: EndpointCall<ServerError>
    let file: PartialFile
    /// A Boolean value that indicates whether a failed download may leave a part for a later download to continue.
    let resumes: Bool
    /// The identity of the file, or nil if its URL is its identity.
    let identity: String?
    let onProgress: (@Sendable (EndpointProgress) -> Void)?

    /// The status of a part, which may not fit, and the statuses with which servers refuse a range or its condition;
    /// 416 says that there is no such part.
    private static var refusals: Set<Int> { [206, 400, 403, 412, 416, 501] }

    /// Downloads the file to its destination; after a failure, leaves a part only if it can be continued.
    func run() async throws -> EndpointResponseHead {
        do {
            let (streamed, lengths) = try await begin()
            if isUnchanged(streamed) {
                // Read to the end, because a body that is released earlier counts as abandoned.
                for try await _ in streamed.body {}
                file.giveUp()
            } else {
                try await receive(streamed, lengths)
                try write(streamed) { try file.finish() }
            }
            return streamed.head
        } catch {
            file.giveUp()
            throw error
        }
    }

    /// Requests the whole file or its missing part, and prepares the file for the response.
    ///
    /// - Returns: The response and its lengths; the lengths are nil if they are unknown.
    private func begin() async throws -> (EndpointStreamedResponse, ResumePoint.Lengths?) {
        guard let point = file.resumePoint(for: call.request, identity: identity) else {
            return try beginAnew(try await call.stream())
        }
        var rest = call
        point.ask(&rest.request, from: file.size)
        rest.rules.acceptedStatusCodes?.insert(206)
        let streamed: EndpointStreamedResponse
        do throws(EndpointError<ServerError>) {
            streamed = try await rest.stream()
        } catch {
            guard let response = error.response, Self.refusals.contains(response.statusCode) else { throw error }
            return try beginAnew(try await call.stream())
        }
        if let lengths = point.lengths(ifContinuedBy: streamed.head, from: file.size) {
            try check(lengths.total, of: streamed)
            return (streamed, lengths)
        }
        return try beginAnew(
            Self.refusals.contains(streamed.statusCode) ? try await call.stream() : streamed)
    }

    private func beginAnew(
        _ streamed: EndpointStreamedResponse
    ) throws -> (EndpointStreamedResponse, ResumePoint.Lengths?) {
        let response = EndpointResponse(streamed, to: call)
        if response.statusCode == 206, response.request.value(forHTTPHeaderField: "Range") == nil {
            throw EndpointError<ServerError>.unacceptableResponse(response, EndpointDownloadError.unexpectedPart)
        }
        let length = streamed.head.bodyLength(method: call.request.httpMethod)
        try check(length, of: streamed)
        if !isUnchanged(streamed) {
            try write(streamed) {
                try file.begin(resumes ? ResumePoint(streamed.head, to: call.request, identity: identity) : nil)
            }
        }
        return (streamed, length.map { ($0, $0) })
    }

    /// Indicates whether a response says that the client's copy is current (RFC 9110, section 15.4.5), so that the file
    /// and, with `resumes`, a part beside it stay.
    private func isUnchanged(_ streamed: EndpointStreamedResponse) -> Bool { streamed.statusCode == 304 }

    /// Throws an error if a file of a length would be larger than the limit.
    private func check(_ length: Int64?, of streamed: EndpointStreamedResponse) throws {
        guard let limit = call.rules.responseSizeLimit, let length, length > limit else { return }
        throw EndpointError<ServerError>.responseTooLarge(EndpointResponse(streamed, to: call), limit: limit)
    }

    /// Writes the chunks of the body to the file as they arrive.
    private func receive(_ streamed: EndpointStreamedResponse, _ lengths: ResumePoint.Lengths?) async throws {
        let response = EndpointResponse(streamed, to: call)
        var isReported = false
        do {
            for try await chunk in streamed.body {
                let size = file.size + Int64(chunk.count)
                try check(size, of: streamed)
                if let end = lengths?.end, size > end {
                    file.spoil()
                    let error = EndpointDownloadError.wrongLength(expected: end, actual: size)
                    throw EndpointError<ServerError>.unacceptableResponse(response, error)
                }
                do {
                    try await file.append(chunk)
                } catch {
                    throw EndpointError<ServerError>.unacceptableResponse(response, error)
                }
                onProgress?(EndpointProgress(completed: size, total: lengths?.total))
                isReported = size == lengths?.total
            }
        } catch EndpointError<ServerError>.responseTooLarge(let response, let limit) {
            file.spoil()
            throw EndpointError<ServerError>.responseTooLarge(response, limit: limit)
        }
        if let total = lengths?.total, file.size < total {
            let error = EndpointDownloadError.wrongLength(expected: total, actual: file.size)
            throw EndpointError<ServerError>.truncatedResponse(response, error)
        }
        if !isReported { onProgress?(EndpointProgress(completed: file.size, total: file.size)) }
    }

    /// Runs an operation on the file, and maps its errors.
    private func write(_ streamed: EndpointStreamedResponse, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch {
            throw EndpointError<ServerError>.unacceptableResponse(EndpointResponse(streamed, to: call), error)
        }
    }
}
