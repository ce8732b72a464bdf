import EndpointController
import Foundation

extension Pipeline {
    /// Sends the request and, if the head is accepted, returns the response, whose body may still be arriving.
    ///
    /// The timeout of the call is an idle timeout, which restarts when a part of a body is sent or arrives.
    func stream(_ call: Call) async throws(EndpointError<ServerError>) -> EndpointStreamedResponse {
        let (head, state) = try await reporting(call) {
            try await Deadline.run(call.rules.timeLimit) { idle in
                let state = CallState(call, EndpointTransportContext(idle), idle)
                let streamed = try await state.endingOnError {
                    let streamed = try await send(state)
                    try await check(streamed, of: call, call.rules, idle)
                    return streamed
                }
                return (streamed, state)
            }
        }
        var streamed = head
        let body = head.body
        let response = EndpointResponse(to: call, head)
        let count = Locked<Int64>(0)
        let ending = StreamEnding(state)
        streamed.body = EndpointResponseBody {
            try await reporting(call) {
                let chunk = try await ending.state.endingOnError {
                    let chunk = try await nextChunk(of: body, in: response, call)
                    let total = count.withLock { count in
                        count += Int64(chunk?.count ?? 0)
                        return count
                    }
                    if let limit = call.streamSizeLimit, total > limit {
                        throw EndpointError<ServerError>.responseTooLarge(response, limit: limit)
                    }
                    return chunk
                }
                if chunk == nil { ending.state.end() }
                return chunk
            }
        }
        return streamed
    }

    /// Waits for the next chunk of a body within the idle timeout, and returns it, or returns nil at the end.
    func nextChunk(
        of body: EndpointResponseBody,
        in response: EndpointResponse,
        _ call: Call
    ) async throws -> Data? {
        do {
            return try await body.nextChunk(within: call.rules.timeLimit)
        } catch EndpointTransportError.truncated(let error) {
            throw EndpointError<ServerError>.truncatedResponse(response, error)
        }
    }

    /// Validates the head of a response; if the status is not accepted, reads the body into memory, for the error.
    func check(
        _ streamed: EndpointStreamedResponse,
        of call: Call,
        _ rules: EndpointRules,
        _ idle: Deadline
    ) async throws {
        var response = EndpointResponse(to: call, streamed)
        if !rules.accepts(response.statusCode) {
            response = try await collect(streamed, of: call, idle)
        }
        let isEmpty = streamed.head.bodyLength(method: response.request.httpMethod) == 0
        try check(response, isEmpty: isEmpty, rules)
    }

    /// Runs an operation, and maps and reports its error.
    func reporting<Value>(
        _ call: Call,
        _ operation: () async throws -> Value
    ) async throws(EndpointError<ServerError>) -> Value {
        do {
            return try await operation()
        } catch {
            throw report(error, of: call)
        }
    }
}

/// Ends a call when the body of its response is released.
private final class StreamEnding: Sendable {
    let state: CallState

    init(_ state: CallState) {
        self.state = state
    }

    deinit { state.end() }
}
