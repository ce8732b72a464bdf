import EndpointSupport
import EndpointTransports
import Foundation

extension Pipeline {
    /// Sends the request and, if the head is accepted, returns the response, whose body may still be arriving.
    ///
    /// The timeout of the call is an idle timeout, which restarts when a part of a body is sent or arrives.
    func stream(_ call: Call) async throws(EndpointError<ServerError>) -> EndpointStreamedResponse {
        let notes = CallNotes()
        // The body of the request may still be on its way when the response arrives.
        let waiting = Locked<Deadline?>(nil)
        let (head, state) = try await reporting(call, notes) {
            try await Deadline.run(call.rules.timeLimit) { idle in
                let state = CallState(
                    call, EndpointTransportContext(idle) { _ in waiting.withLock(\.self)?.postpone() }, idle, notes)
                do {
                    let streamed = try await send(state)
                    try await check(streamed, state)
                    return (streamed, state)
                } catch {
                    state.end()
                    throw error
                }
            }
        }
        let response = EndpointResponse(to: call, head, notes)
        let count = Locked<Int64>(0)
        let checked = EndpointResponseBody { [body = head.body] in
            try await reporting(call, notes) {
                do {
                    let chunk = try await body.nextChunk(within: call.rules.timeLimit) { deadline in
                        waiting.withLock { $0 = deadline }
                    }
                    let total = count.withLock { count in
                        count += Int64(chunk?.count ?? 0)
                        return count
                    }
                    if let limit = call.rules.responseSizeLimit, total > limit {
                        throw EndpointError<ServerError>.responseTooLarge(response, limit: limit)
                    }
                    return chunk
                } catch EndpointTransportError.truncated(let error) {
                    throw EndpointError<ServerError>.truncatedResponse(response, error)
                }
            }
        }
        var streamed = head
        streamed.body = checked.observed { _ in state.end() }
        return streamed
    }

    /// Checks the head of a response; if the status is not accepted, reads the body into memory, for the error.
    private func check(_ streamed: EndpointStreamedResponse, _ state: CallState) async throws {
        let rules = state.call.rules
        var response = EndpointResponse(to: state.call, streamed, state.notes)
        if !rules.accepts(response.statusCode) {
            response = try await collect(streamed, state)
        }
        try check(response, isEmpty: streamed.head.bodyLength(method: response.request.httpMethod) == 0, rules)
    }

    /// Runs an operation, and maps and reports its error.
    private func reporting<Value>(
        _ call: Call,
        _ notes: CallNotes,
        _ operation: () async throws -> Value
    ) async throws(EndpointError<ServerError>) -> Value {
        do {
            return try await operation()
        } catch {
            throw report(error, of: call, notes)
        }
    }
}
