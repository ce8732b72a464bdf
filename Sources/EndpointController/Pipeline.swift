@_spi(Tools) import Endpoint
import EndpointTransports
import Foundation

/// The course of a call, from its request to its response or its error.
struct Pipeline<ServerError: EndpointServerError>: Sendable {
    let transport: any EndpointTransport
    let middleware: [any EndpointMiddleware]
    let decoder: JSONDecoder
    let events: EventSource

    /// Loads the payload of a call.
    ///
    /// The timeout limits the total time until the response has arrived; with `onUpload`, it is an idle timeout, which
    /// restarts when a part of a body is sent or arrives.
    ///
    /// All of this happens in one task, off the caller's actor, because parsing may be slow.
    nonisolated(nonsending) func payload<Payload>(
        _ call: Call,
        _ parser: PayloadParser<Payload>,
        onUpload: (@Sendable (EndpointProgress) -> Void)?
    ) async throws(EndpointError<ServerError>) -> Payload {
        let timeout = call.rules.timeLimit
        let end = timeout.map { ContinuousClock.now + $0 }
        let notes = CallNotes()
        do {
            return try await Deadline.run(timeout) { deadline in
                let state =
                    if let onUpload {
                        CallState(call, EndpointTransportContext(deadline, onUpload: onUpload), deadline, notes)
                    } else {
                        CallState(call, EndpointTransportContext(deadline: end), nil, notes)
                    }
                defer { state.end() }
                let response = try await accepted(try await send(state), state)
                deadline.stop()
                do {
                    return try parser.parse(response, decoder: decoder)
                } catch {
                    throw EndpointError<ServerError>.parsing(response, error)
                }
            }
        } catch {
            throw report(error, of: call, notes)
        }
    }

    /// Sends the request of a call through the middleware, and then over the transport.
    ///
    /// - Parameter state: The state of the call, which the caller ends after it has read the body.
    /// - Returns: The response, whose body has not been read.
    /// - Throws: An error of the middleware or the transport, or an `EndpointError` for a redirect.
    func send(_ state: CallState) async throws -> EndpointStreamedResponse {
        if Task.isCancelled { throw EndpointTransportError.cancelled }
        let next = through(oncePerRequest: false, state) { try await follow($0, state) }
        do {
            return try await next(state.call.request)
        } catch let refused as EndpointRefusedRedirect {
            let response = try await collect(refused.response, state)
            throw EndpointError<ServerError>.redirectNotFollowed(response, refused.reason)
        }
    }

    /// Returns a closure that sends a request through the middleware of a kind, the outermost first.
    private func through(
        oncePerRequest: Bool,
        _ state: CallState,
        redirects: Int = 0,
        _ last: @escaping EndpointNext.Proceed
    ) -> EndpointNext.Proceed {
        var next = last
        for (index, step) in middleware.enumerated().reversed() where step.seesEachRequest == oncePerRequest {
            next = { [next] in
                do {
                    return try await step.intercept($0, next: EndpointNext(state, index, redirects, next))
                } catch {
                    state.notes.note(error, of: step)
                    throw error
                }
            }
        }
        return next
    }

    /// Checks a request, and sends it over the transport.
    private func transmit(_ request: URLRequest, _ state: CallState) async throws -> EndpointStreamedResponse {
        // Middleware may continue although its call has ended.
        if state.context.hasTimedOut { throw EndpointTransportError.timedOut }
        if state.isOver || Task.isCancelled { throw EndpointTransportError.cancelled }
        state.idle?.postpone()
        let request = try OutgoingRequest(request)
        var response = try await transport.send(request, context: state.context)
        response.request = request.urlRequest
        return response
    }

    /// Sends a request, and follows redirects (RFC 9110, section 15.4).
    private func follow(_ request: URLRequest, _ state: CallState) async throws -> EndpointStreamedResponse {
        let call = state.call
        var request = request
        var redirects = 0
        var redirect: EndpointStreamedResponse?
        while true {
            var response: EndpointStreamedResponse
            do {
                let next = through(oncePerRequest: true, state, redirects: redirects) { try await transmit($0, state) }
                response = try await next(request)
                response.redirects = redirects
            } catch EndpointTransportError.unreachable(let error) where redirects > 0 {
                throw EndpointTransportError.unreachable(UnreachableAfterRedirect(error: error))
            } catch EndpointTransportError.invalidRequest(let error) where !(error is EndpointRequestError) {
                // The first request could be sent, so the URL to which the redirect leads is at fault.
                guard let redirect else { throw EndpointTransportError.invalidRequest(error) }
                let url = request.url?.absoluteString ?? ""
                throw EndpointRefusedRedirect(response: redirect, reason: .unsendable(url, reason: ErrorText.of(error)))
            }
            guard !call.rules.accepts(response.statusCode) else { return response }
            do {
                guard let following = try Redirect.request(after: response.head, to: request, of: call) else {
                    return response
                }
                guard redirects < 20 else { throw EndpointRedirectError.tooMany }
                redirects += 1
                request = following
                redirect = response
                redirect?.body = EndpointResponseBody(Data())
            } catch let error as EndpointRedirectError {
                throw EndpointRefusedRedirect(response: response, reason: error)
            }
        }
    }

    /// Reads the body of a response into memory, up to the size limit.
    func collect(_ streamed: EndpointStreamedResponse, _ state: CallState) async throws -> EndpointResponse {
        let (limit, idle) = (state.call.sizeLimit, state.idle)
        var response = EndpointResponse(to: state.call, streamed, state.notes)
        do {
            while true {
                let room = limit - response.body.count
                // Large pieces cost less, but an idle timeout has to restart with each chunk.
                let count = idle == nil ? min(65_535, room) + 1 : 0
                guard let chunk = try await streamed.body.nextChunk(atLeast: count) else { break }
                idle?.postpone()
                if response.body.isEmpty, chunk.count <= room {
                    response.body = chunk
                } else {
                    response.body.append(chunk.prefix(room))
                }
                if chunk.count > room {
                    throw EndpointError<ServerError>.responseTooLarge(response, limit: limit)
                }
            }
        } catch EndpointTransportError.truncated(let error) {
            throw EndpointError<ServerError>.truncatedResponse(response, error)
        }
        return response
    }

    /// Reads the body of a response, and checks the response.
    func accepted(_ streamed: EndpointStreamedResponse, _ state: CallState) async throws -> EndpointResponse {
        let response = try await collect(streamed, state)
        do throws(EndpointError<ServerError>) {
            try check(response, isEmpty: response.body.isEmpty, state.call.rules)
        } catch .unacceptableContentType {
            // The server's error, if there is one, says more.
            throw reportedFailure(in: response) ?? .unacceptableContentType(response)
        }
        if let failure = reportedFailure(in: response) { throw failure }
        return response
    }

    private func reportedFailure(in response: EndpointResponse) -> EndpointError<ServerError>? {
        ServerError.serverError(in: response, isAccepted: true, decoder: decoder).map { .reportedFailure(response, $0) }
    }

    /// Checks a response against rules, but not the content type if `isEmpty` is true.
    func check(
        _ response: EndpointResponse,
        isEmpty: Bool,
        _ rules: EndpointRules
    ) throws(EndpointError<ServerError>) {
        guard rules.accepts(response.statusCode) else {
            let error = ServerError.serverError(in: response, isAccepted: false, decoder: decoder)
            throw .unacceptableStatus(response, error)
        }
        if !isEmpty, let types = rules.acceptedContentTypes, !MediaTypePattern.matches(response.contentType, types),
            !response.isUntypedPart
        {
            throw .unacceptableContentType(response)
        }
        do {
            try rules.responseValidator?(response)
        } catch {
            throw .unacceptableResponse(response, error)
        }
    }

    /// Maps an error to an `EndpointError`, and passes it to `events` unless the call fails silently.
    func report(_ error: any Error, of call: Call, _ notes: CallNotes) -> EndpointError<ServerError> {
        let unanswered = EndpointUnansweredCall(call, notes, after: error)
        var failure = EndpointError<ServerError>(error, of: unanswered)
        // Middleware may throw its own error for the cancellation of the call.
        if Task.isCancelled, case .middlewareFailed = failure { failure = .cancelled(unanswered) }
        if call.rules.failsSilently != true { events.send(failure, of: call.request) }
        return failure
    }
}
