package import EndpointTransports
package import Foundation

/// The course of a call, from its request to its response or its error.
package struct Pipeline<ServerError: EndpointServerError>: Sendable {
    let transport: any EndpointTransport
    let middleware: [any EndpointMiddleware]
    package let decoder: JSONDecoder
    let events: EventSource

    /// Loads the payload of a call; the timeout limits the total time until the response has arrived.
    ///
    /// All of this happens in one task, off the caller's actor, because parsing may be slow.
    nonisolated(nonsending) func payload<Payload>(
        _ call: Call,
        _ parser: PayloadParser<Payload>
    ) async throws(EndpointError<ServerError>) -> Payload {
        let timeout = call.rules.timeLimit
        let end = timeout.map { ContinuousClock.now + $0 }
        do {
            return try await Deadline.run(timeout) { deadline in
                let state = CallState(call, EndpointTransportContext(deadline: end))
                defer { state.end() }
                let response = try await accepted(try await send(state), of: call)
                deadline.stop()
                do {
                    return try parser.parse(response, decoder: decoder)
                } catch {
                    throw EndpointError<ServerError>.parsing(response, error)
                }
            }
        } catch {
            throw report(error, of: call)
        }
    }

    /// Sends the request of a call through the middleware, and then over the transport.
    ///
    /// - Parameter state: The state of the call, which the caller ends after it has read the body.
    /// - Returns: The response, whose body has not been read.
    /// - Throws: An error of the middleware or the transport, or an `EndpointError` for a redirect.
    package func send(_ state: CallState) async throws -> EndpointStreamedResponse {
        if Task.isCancelled { throw EndpointTransportError.cancelled }
        var next: EndpointNext.Proceed = { try await transmit($0, state) }
        next = through(seeingEachRequest: true, state, next)
        next = { [next] in try await follow($0, state, next) }
        next = through(seeingEachRequest: false, state, next)
        do {
            return try await next(state.call.request)
        } catch let refused as RefusedResponse {
            let response = try await collect(refused.response, of: state.call, state.idle)
            throw EndpointError<ServerError>.redirectNotFollowed(response, refused.error)
        }
    }

    /// Returns a closure that sends a request through the middleware of a kind, the outermost first.
    private func through(
        seeingEachRequest: Bool,
        _ state: CallState,
        _ last: @escaping EndpointNext.Proceed
    ) -> EndpointNext.Proceed {
        var next = last
        for (index, step) in middleware.enumerated().reversed() where step.seesEachRequest == seeingEachRequest {
            next = { [next] in try await step.intercept($0, next: EndpointNext(state, index, next)) }
        }
        return next
    }

    /// Checks a request, and sends it over the transport.
    private func transmit(_ request: URLRequest, _ state: CallState) async throws -> EndpointStreamedResponse {
        // Middleware may continue although its call has ended.
        if state.context.hasTimedOut { throw EndpointTransportError.timedOut }
        if state.isOver || Task.isCancelled { throw EndpointTransportError.cancelled }
        try request.checkForTransport()
        var request = request
        // The old stream may have been read.
        if request.httpBodyStream != nil, let body = request.endpointBody {
            request.httpBodyStream = try body.makeInputStream()
        }
        var response = try await transport.send(request, context: state.context)
        response.request = request
        return response
    }

    /// Sends a request, and follows redirects (RFC 9110, section 15.4).
    private func follow(
        _ request: URLRequest,
        _ state: CallState,
        _ next: EndpointNext.Proceed
    ) async throws -> EndpointStreamedResponse {
        let call = state.call
        var request = request
        var redirect: EndpointStreamedResponse?
        state.redirects = 0
        while true {
            let response: EndpointStreamedResponse
            do {
                response = try await next(request)
            } catch EndpointTransportError.invalidRequest(let error) where !(error is EndpointRequestError) {
                // The first request could be sent, so the URL to which the redirect leads is at fault.
                guard let redirect else { throw EndpointTransportError.invalidRequest(error) }
                let url = request.url?.absoluteString ?? ""
                throw RefusedResponse(response: redirect, error: .unsendable(url, reason: ErrorText.of(error)))
            }
            guard !call.rules.accepts(response.statusCode) else { return response }
            do {
                guard let following = try Redirect.request(after: response.head, to: request, of: call) else {
                    return response
                }
                guard state.redirects < 20 else { throw EndpointRedirectError.tooMany }
                state.redirects += 1
                request = following
                redirect = response
                redirect?.body = EndpointResponseBody(Data())
            } catch let error as EndpointRedirectError {
                throw RefusedResponse(response: response, error: error)
            }
        }
    }

    /// Reads the body of a response into memory, up to the size limit.
    package func collect(
        _ streamed: EndpointStreamedResponse,
        of call: Call,
        _ idle: Deadline? = nil
    ) async throws -> EndpointResponse {
        let limit = call.rules.sizeLimit
        var response = EndpointResponse(to: call, streamed)
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
    package func accepted(
        _ streamed: EndpointStreamedResponse,
        of call: Call,
        _ idle: Deadline? = nil
    ) async throws -> EndpointResponse {
        let response = try await collect(streamed, of: call, idle)
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
        ServerError.serverError(in: response, isAccepted: true, decoder: decoder).map { .reportedFailure(response, $0) }
    }

    /// Checks a response against rules, but not the content type if `isEmpty` is true.
    package func check(
        _ response: EndpointResponse,
        isEmpty: Bool,
        _ rules: EndpointRules
    ) throws(EndpointError<ServerError>) {
        guard rules.accepts(response.statusCode) else {
            let error = ServerError.serverError(in: response, isAccepted: false, decoder: decoder)
            throw .unacceptableStatus(response, error)
        }
        guard isEmpty || MediaTypePattern.matches(response.contentType, rules.acceptedContentTypes ?? ["*/*"]) else {
            throw .unacceptableContentType(response)
        }
        do {
            try rules.responseValidator?(response)
        } catch {
            throw .unacceptableResponse(response, error)
        }
    }

    /// Maps an error to an `EndpointError`, and passes it to `events` unless the call fails silently.
    package func report(_ error: any Error, of call: Call) -> EndpointError<ServerError> {
        var failure = EndpointError<ServerError>(error)
        // Middleware may throw its own error for the cancellation of the call.
        if Task.isCancelled, case .middlewareFailed = failure { failure = .cancelled }
        if call.rules.failsSilently != true { events.send(failure, of: call.request) }
        return failure
    }
}
