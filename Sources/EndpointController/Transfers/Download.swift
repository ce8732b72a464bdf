import Endpoint
import Foundation

/// A running download.
struct Download<ServerError: EndpointServerError> {
    let pipeline: Pipeline<ServerError>
    let call: Call
    let file: PartialFile
    /// Indicates whether a failed download may leave a part for a later download to continue.
    let resumes: Bool
    let onProgress: (@Sendable (EndpointProgress) -> Void)?

    /// Downloads the file to its destination; after a failure, leaves a part only if it can be continued.
    func run() async throws -> EndpointResponseHead {
        do {
            let (streamed, length) = try await begin()
            do {
                try await receive(streamed, length)
                try file.finish()
            } catch {
                throw sorted(error, EndpointResponse(to: call, streamed))
            }
            return streamed.head
        } catch {
            file.giveUp()
            throw error
        }
    }

    /// Requests the whole file or its missing part, and prepares the file for the response.
    ///
    /// - Returns: The response, and the length of the whole file, if that is known.
    private func begin() async throws -> (EndpointStreamedResponse, Int64?) {
        if let point = file.resumePoint(for: call.request) {
            var rest = call
            point.ask(&rest.request, from: file.size)
            let streamed = try await send(rest)
            if let total = point.total(ifContinuedBy: streamed.head, from: file.size) {
                try await check(streamed, length: total, isPart: true)
                return (streamed, total)
            }
            // A part that does not fit (206), or an answer that the file has no such part (416), is useless: ask for
            // the whole file.
            if ![206, 416].contains(streamed.head.statusCode) { return try await beginAnew(streamed) }
        }
        return try await beginAnew(try await send(call))
    }

    private func beginAnew(
        _ streamed: EndpointStreamedResponse
    ) async throws -> (EndpointStreamedResponse, Int64?) {
        let length = streamed.head.bodyLength(method: call.request.httpMethod)
        try await check(streamed, length: length, isPart: false)
        do {
            try file.begin(resumes ? ResumePoint(streamed.head, to: call.request) : nil)
        } catch {
            throw sorted(error, EndpointResponse(to: call, streamed))
        }
        return (streamed, length)
    }

    private func send(_ call: Call) async throws -> EndpointStreamedResponse {
        try await pipeline.withDeadline(of: call) { [pipeline] postpone in
            try await pipeline.send(call, EndpointTransportContext { _ in postpone(.zero) }, postpone)
        }
    }

    /// Throws an error for a response that is not acceptable, before any of it is written.
    ///
    /// - Parameters:
    ///   - streamed: The response.
    ///   - length: The length of the whole file, if that is known.
    ///   - isPart: `true` if the response contains the missing part of the file.
    /// - Throws: The reason why the response is refused.
    private func check(_ streamed: EndpointStreamedResponse, length: Int64?, isPart: Bool) async throws {
        let response = EndpointResponse(to: call, streamed)
        var rules = call.rules
        if isPart { rules.acceptedStatusCodes.insert(206) }
        guard rules.acceptedStatusCodes.contains(response.statusCode) else {
            try await refuse(streamed)
            return
        }
        if !isPart, response.statusCode == 206, response.request.value(forHTTPHeaderField: "Range") == nil {
            throw EndpointError<ServerError>.unacceptableResponse(response, EndpointDownloadError.unexpectedPart)
        }
        try pipeline.check(response, isEmpty: length == 0, rules)
        if let limit = call.rules.streamSizeLimit, let length, length > limit {
            throw EndpointError<ServerError>.responseTooLarge(response, limit: limit)
        }
    }

    /// Throws the error for a response whose status is not accepted.
    private func refuse(_ streamed: EndpointStreamedResponse) async throws {
        try await pipeline.withDeadline(of: call) { [pipeline, call] postpone in
            let limit = call.rules.responseSizeLimit
            let response = try await pipeline.collect(streamed, of: call, limit: limit, onChunk: { postpone(.zero) })
            try pipeline.check(response, isEmpty: response.body.isEmpty, call.rules)
        }
    }

    /// Writes the body to the file as it arrives.
    private func receive(_ streamed: EndpointStreamedResponse, _ length: Int64?) async throws {
        let response = EndpointResponse(to: call, streamed)
        var isReported = false
        while let chunk = try await pipeline.nextChunk(of: streamed.body, call) {
            let size = file.size + Int64(chunk.count)
            if let limit = call.rules.streamSizeLimit, size > limit {
                file.spoil()
                throw EndpointError<ServerError>.responseTooLarge(response, limit: limit)
            }
            if let length, size > length {
                file.spoil()
                let error = EndpointDownloadError.wrongLength(expected: length, actual: size)
                throw EndpointError<ServerError>.unacceptableResponse(response, error)
            }
            try await file.append(chunk)
            onProgress?(EndpointProgress(completed: size, total: length))
            isReported = size == length
        }
        if let length, file.size < length {
            let error = EndpointDownloadError.wrongLength(expected: length, actual: file.size)
            throw EndpointError<ServerError>.truncatedResponse(response, error)
        }
        if !isReported { onProgress?(EndpointProgress(completed: file.size, total: file.size)) }
    }

    /// Maps an error of the body or the file to the error to throw.
    private func sorted(_ error: any Error, _ response: EndpointResponse) -> any Error {
        switch error {
        case EndpointTransportError.truncated(let error):
            EndpointError<ServerError>.truncatedResponse(response, error)
        case is EndpointError<ServerError>, is EndpointTransportError, is CancellationError, is Deadline.Passed: error
        default: EndpointError<ServerError>.fileNotWritable(response, error)
        }
    }
}
