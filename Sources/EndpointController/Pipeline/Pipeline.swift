import Endpoint
import Foundation

/// The stages of a call: middleware, transport, validation, parsing and error mapping.
struct Pipeline<ServerError: EndpointServerError>: Sendable {
    let transport: any EndpointTransport
    let middleware: [any EndpointMiddleware]
    let decoder: JSONDecoder
    let events: EventSource

    /// Loads the payload of a call, but not on the caller's actor, because parsing may be slow.
    func payload<Payload>(
        of call: Call,
        _ parser: PayloadParser<Payload>,
        onUpload: (@Sendable (EndpointProgress) -> Void)? = nil
    ) async throws(EndpointError<ServerError>) -> Payload {
        guard let onUpload else { return try parse(try await response(to: call), parser) }
        return try parse(try await response(to: call, onUpload: onUpload), parser)
    }

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

    /// Loads the response to a call; the timeout limits the total time.
    func response(to call: Call) async throws(EndpointError<ServerError>) -> EndpointResponse {
        try await reporting(call) {
            let timeout = call.rules.timeout
            // Without a time limit, the call hides the time limit of a call around it.
            return try await Deadline.run(timeout, canBeAsked: timeout == nil, whole(call))
        }
    }

    /// Loads the response to a call while the current thread waits.
    func responseAndWait(
        to call: Call,
        _ cancellable: EndpointCancellable?
    ) throws(EndpointError<ServerError>) -> EndpointResponse {
        do {
            return try Deadline.wait(call.rules.timeout, cancellable, whole(call))
        } catch {
            throw report(error, of: call)
        }
    }

    /// Loads the response to a call and reports the progress of the upload.
    ///
    /// The timeout is an idle timeout, which restarts when a part of a body is sent or arrives.
    func response(
        to call: Call,
        onUpload: @escaping @Sendable (EndpointProgress) -> Void
    ) async throws(EndpointError<ServerError>) -> EndpointResponse {
        try await reporting(call) {
            let teller = ProgressTeller(onUpload)
            defer { teller.close() }
            let response = try await withDeadline(of: call) { postpone in
                let context = EndpointTransportContext { progress in
                    postpone(.zero)
                    teller.tell(progress)
                }
                let streamed = try await send(call, context, postpone)
                return try await acceptedResponse(to: call, streamed) { postpone(.zero) }
            }
            // The timeout does not apply here: a slow `onUpload` must not make a successful upload fail.
            return try await Deadline.run(nil) { _ in
                await teller.finish()
                return response
            }
        }
    }

    /// Returns the operation that loads the whole response to a call; the timeout is counted from now.
    private func whole(_ call: Call) -> Deadline.Operation<EndpointResponse> {
        let deadline = call.rules.timeout.map { ContinuousClock.now + $0 }
        // Middleware gets the head as soon as it arrives. Without middleware, a transport may hold the head back until
        // the body ends, one byte more than the size limit has arrived, or 65,536 bytes have arrived.
        let batchSize = middleware.isEmpty ? min(call.rules.responseSizeLimit ?? .max, 65_535) + 1 : 0
        let context = EndpointTransportContext(deadline: deadline, batchSize: batchSize)
        return { _ in try await acceptedResponse(to: call, try await send(call, context) { _ in }) }
    }

    /// Runs an operation within the timeout of the call, as an idle timeout, which the operation can postpone.
    ///
    /// Such an operation has no deadline to compare with, so it can ask `Deadline.hasPassed`.
    // Inlined, so that the compiler knows the type of the value: looking it up takes a twentieth of a call's time.
    @inline(__always)
    func withDeadline<Value: Sendable>(
        of call: Call,
        _ operation: @escaping Deadline.Operation<Value>
    ) async throws -> Value {
        try await Deadline.run(call.rules.timeout, canBeAsked: true, operation)
    }

    /// Waits for the next chunk of a body within the timeout of the call and returns it, or returns nil at the end.
    func nextChunk(of body: EndpointResponseBody, _ call: Call) async throws -> Data? {
        guard let channel = body.channel else {
            return try await withDeadline(of: call) { _ in try await body.nextChunk() }
        }
        let alarm = call.rules.timeout.map { timeout in
            Alarms.shared.set(at: .after(timeout)) { Canceller.run(channel.beginAbandoning(.timedOut)) }
        }
        defer { if let alarm { Alarms.shared.cancel(alarm) } }
        return try await channel.nextChunk()
    }

    /// Runs an operation, maps its error to an `EndpointError`, and passes that error to `events` unless the call fails
    /// silently.
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

    private func report(_ error: any Error, of call: Call) -> EndpointError<ServerError> {
        let failure = error is Deadline.Passed ? EndpointError<ServerError>.timedOut : EndpointError(error)
        if !call.failsSilently { events.send(failure, of: call.request) }
        return failure
    }

    private func acceptedResponse(
        to call: Call,
        _ streamed: EndpointStreamedResponse,
        onChunk: @Sendable () -> Void = {}
    ) async throws -> EndpointResponse {
        let response = try await collect(streamed, of: call, limit: call.rules.responseSizeLimit, onChunk: onChunk)
        do throws(EndpointError<ServerError>) {
            try check(response, isEmpty: response.body.isEmpty, call.rules)
        } catch .unacceptableContentType {
            // The server's error, if there is one, says more.
            throw reportedFailure(in: response) ?? .unacceptableContentType(response)
        }
        if let failure = reportedFailure(in: response) { throw failure }
        return response
    }

    private func reportedFailure(in response: EndpointResponse) -> EndpointError<ServerError>? {
        ServerError.serverError(in: response, isAccepted: true, decoder: decoder)
            .map { .reportedFailure(response, $0) }
    }

    /// Sends the request through the middleware.
    func send(
        _ call: Call,
        _ context: EndpointTransportContext,
        _ postpone: @escaping @Sendable (Duration) -> Void
    ) async throws -> EndpointStreamedResponse {
        do {
            guard let first = middleware.first else {
                return try await call.send(call.request, over: transport, context)
            }
            let chain = CallChain(call, transport, context, middleware, postpone)
            return try await first.intercept(call.request, next: EndpointNext(chain))
        } catch let refused as RefusedResponse {
            throw try await failure(of: refused, call, postpone)
        }
    }

    /// Reads the body of a response whose redirect was refused, and returns the error.
    // Not inlined, so that other calls do not allocate memory for its values.
    @inline(never)
    private func failure(
        of refused: RefusedResponse,
        _ call: Call,
        _ postpone: @Sendable (Duration) -> Void
    ) async throws -> EndpointError<ServerError> {
        let limit = call.rules.responseSizeLimit
        let response = try await collect(refused.response, of: call, limit: limit) { postpone(.zero) }
        return .redirectNotFollowed(response, refused.error)
    }
}
