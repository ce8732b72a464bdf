import Endpoint
import Foundation

/// The way of a call: middleware, transport, validation, parser, and the mapping of errors.
struct Pipeline<ServerError: EndpointServerError>: Sendable {
    let transport: any EndpointTransport
    let middleware: [any EndpointMiddleware]
    let decoder: JSONDecoder
    let events: EventSource

    /// Loads and parses.
    func payload<Payload>(
        of call: Call,
        _ parser: PayloadParser<Payload>
    ) async throws(EndpointError<ServerError>) -> Payload {
        try parse(try await response(to: call), parser)
    }

    /// Loads and parses a call that could be made.
    func result<Payload>(
        of call: Result<Call, EndpointError<ServerError>>,
        _ parser: PayloadParser<Payload>
    ) async -> Result<Payload, EndpointError<ServerError>> {
        do throws(EndpointError<ServerError>) {
            return .success(try await payload(of: try call.get(), parser))
        } catch {
            return .failure(error)
        }
    }

    func parse<Payload>(
        _ response: EndpointResponse,
        _ parser: PayloadParser<Payload>
    ) throws(EndpointError<ServerError>) -> Payload {
        do {
            return try parser.parse(response, decoder: decoder)
        } catch {
            throw .parsing(response, error)
        }
    }

    /// Loads, with the time that the call may take for the whole.
    func response(to call: Call) async throws(EndpointError<ServerError>) -> EndpointResponse {
        try await reporting(call) {
            try await Deadline.run(call.rules.timeout) { _ in try await acceptedResponse(to: call) }
        }
    }

    /// Loads, with the time that the call may take for each time that nothing goes out and nothing arrives.
    func response(
        to call: Call,
        onUpload: @escaping @Sendable (EndpointProgress) -> Void
    ) async throws(EndpointError<ServerError>) -> EndpointResponse {
        try await reporting(call) {
            try await Deadline.run(call.rules.timeout) { postpone in
                try await acceptedResponse(to: call, onChunk: postpone) { progress in
                    postpone()
                    onUpload(progress)
                }
            }
        }
    }

    /// Sorts what an operation throws into a case, and tells who listens.
    func reporting<Value>(
        _ call: Call,
        _ operation: () async throws -> Value
    ) async throws(EndpointError<ServerError>) -> Value {
        do {
            return try await operation()
        } catch {
            let failure = error is Deadline.Passed ? EndpointError<ServerError>.timedOut : EndpointError(error)
            if !call.failsSilently { events.send(failure, of: call.request) }
            throw failure
        }
    }

    private func acceptedResponse(
        to call: Call,
        onChunk: @Sendable () -> Void = {},
        onUpload: (@Sendable (EndpointProgress) -> Void)? = nil
    ) async throws -> EndpointResponse {
        let streamed = try await send(call, onUpload: onUpload)
        let response = try await collect(streamed, of: call, limit: call.rules.responseSizeLimit, onChunk: onChunk)
        try check(response, isEmpty: response.body.isEmpty, call.rules)
        return response
    }

    /// Sends the request through the middleware.
    func send(
        _ call: Call,
        onUpload: (@Sendable (EndpointProgress) -> Void)? = nil
    ) async throws -> EndpointStreamedResponse {
        let sender = RequestSender(transport: transport, call: call, onUpload: onUpload)
        let last = EndpointNext(baseURL: call.baseURL, failsSilently: call.failsSilently) { try await sender.send($0) }
        do {
            return try await middleware.reversed().reduce(last) { $0.wrapping($1) }(call.request)
        } catch let refused as RefusedResponse {
            let limit = call.rules.responseSizeLimit
            let response = try await collect(refused.response, of: call, limit: limit)
            throw EndpointError<ServerError>.unacceptableResponse(response, refused.error)
        }
    }
}
