import EndpointController
import Foundation

struct Download<ServerError: EndpointServerError> {
    let pipeline: Pipeline<ServerError>
    let call: Call
    let file: PartialFile
    /// A Boolean value that indicates whether a failed download may leave a part for a later download to continue.
    let resumes: Bool
    /// The identity of the file, or nil if its URL is its identity.
    let identity: String?
    let onProgress: (@Sendable (EndpointProgress) -> Void)?
    /// The states of the requests for a part and for the whole file.
    let states = Locked<[CallState]>([])

    /// Downloads the file to its destination; after a failure, leaves a part only if it can be continued.
    func run() async throws -> EndpointResponseHead {
        defer { for state in states.withLock(\.self) { state.end() } }
        do {
            let (streamed, lengths) = try await begin()
            let response = EndpointResponse(to: call, streamed)
            if isUnchanged(streamed) {
                // Read to the end, because a body that is released earlier counts as abandoned.
                while try await pipeline.nextChunk(of: streamed.body, in: response, call) != nil {}
                file.giveUp()
            } else {
                try await receive(streamed, response, lengths)
                try write(response) { try file.finish() }
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
        if let point = file.resumePoint(for: call.request, identity: identity) {
            var rest = call.request
            point.ask(&rest, from: file.size)
            let streamed = try await send(call.with(rest))
            if let lengths = point.lengths(ifContinuedBy: streamed.head, from: file.size) {
                try await check(streamed, length: lengths.total, isPart: true)
                return (streamed, lengths)
            }
            // Send a second request, for the whole file, only if the part does not fit (206) or does not exist (416),
            // or if the status is one with which servers refuse a range or its condition.
            if ![206, 400, 403, 412, 416, 501].contains(streamed.head.statusCode) {
                return try await beginAnew(streamed)
            }
        }
        return try await beginAnew(try await send(call))
    }

    private func send(_ call: Call) async throws -> EndpointStreamedResponse {
        try await Deadline.run(call.rules.timeLimit) { [pipeline, states] idle in
            let state = CallState(call, EndpointTransportContext(idle), idle)
            states.withLock { $0.append(state) }
            return try await pipeline.send(state)
        }
    }

    private func beginAnew(
        _ streamed: EndpointStreamedResponse
    ) async throws -> (EndpointStreamedResponse, ResumePoint.Lengths?) {
        let length = streamed.head.bodyLength(method: call.request.httpMethod)
        try await check(streamed, length: length, isPart: false)
        if !isUnchanged(streamed) {
            try write(EndpointResponse(to: call, streamed)) {
                try file.begin(resumes ? ResumePoint(streamed.head, to: call.request, identity: identity) : nil)
            }
        }
        return (streamed, length.map { ($0, $0) })
    }

    /// Indicates whether a response says that the client's copy is current (RFC 9110, section 15.4.5), so that the file
    /// and, with `resumes`, a part beside it stay.
    private func isUnchanged(_ streamed: EndpointStreamedResponse) -> Bool { streamed.head.statusCode == 304 }

    /// Throws an error if a response is not acceptable, before any of its body is written.
    private func check(_ streamed: EndpointStreamedResponse, length: Int64?, isPart: Bool) async throws {
        let response = EndpointResponse(to: call, streamed)
        var rules = call.rules
        // These statuses have no content, and the empty file would replace an earlier file (RFC 9110, section 15.3).
        var codes = rules.acceptedStatusCodes ?? Set(200..<300)
        codes.subtract([204, 205])
        if isPart {
            codes.insert(206)
            // A part need not name the content type, because the first response did (RFC 9110, section 15.3.7).
            if response.contentType == nil { rules.acceptedContentTypes = ["*/*"] }
        }
        rules.acceptedStatusCodes = codes
        if !isPart, response.statusCode == 206, codes.contains(206),
            response.request.value(forHTTPHeaderField: "Range") == nil
        {
            throw EndpointError<ServerError>.unacceptableResponse(response, EndpointDownloadError.unexpectedPart)
        }
        try await Deadline.run(call.rules.timeLimit) { [pipeline, call, rules] idle in
            try await pipeline.check(streamed, of: call, rules, idle)
        }
        if let limit = call.streamSizeLimit, let length, length > limit {
            throw EndpointError<ServerError>.responseTooLarge(response, limit: limit)
        }
    }

    /// Writes the chunks of the body to the file as they arrive.
    private func receive(
        _ streamed: EndpointStreamedResponse,
        _ response: EndpointResponse,
        _ lengths: ResumePoint.Lengths?
    ) async throws {
        var isReported = false
        while let chunk = try await pipeline.nextChunk(of: streamed.body, in: response, call) {
            let size = file.size + Int64(chunk.count)
            if let limit = call.streamSizeLimit, size > limit {
                file.spoil()
                throw EndpointError<ServerError>.responseTooLarge(response, limit: limit)
            }
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
        if let total = lengths?.total, file.size < total {
            let error = EndpointDownloadError.wrongLength(expected: total, actual: file.size)
            throw EndpointError<ServerError>.truncatedResponse(response, error)
        }
        if !isReported { onProgress?(EndpointProgress(completed: file.size, total: file.size)) }
    }

    /// Runs an operation on the file, and maps its errors.
    private func write(_ response: EndpointResponse, _ body: () throws -> Void) throws(EndpointError<ServerError>) {
        do {
            try body()
        } catch {
            throw .unacceptableResponse(response, error)
        }
    }
}
