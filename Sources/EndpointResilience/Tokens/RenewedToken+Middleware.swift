public import EndpointController
import EndpointSupport
import Foundation

extension RenewedToken {
    /// Adds the token to a request, and renews a token that is due for renewal or that the server refuses.
    ///
    /// - Returns: The response, which may be a 401.
    /// - Throws: `EndpointRequestError` for a token that cannot be sent in a header field;
    ///   `EndpointTransportError.timedOut` if the renewal exceeds its timeout; `CancellationError` if the call is
    ///   cancelled while it waits for a renewal. Rethrows errors from `next`, and errors except ``SessionEnded`` from
    ///   the renewal of the token.
    public func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
        guard var use = use(for: request, next) else { return try await next(request) }
        if let date = use.dueDate, now() >= date, let newer = try await newer(than: use) { use = newer }
        var attempt = 1
        while true {
            var signed = request
            try signed.setHeaderFields(["Authorization": use.credentials.get()])
            var response = try await next(signed)
            guard await refuses(use, request, &response, next) else { return response }
            guard attempt == 1, next.refusal(ofSending: request, after: response) == nil,
                let newer = try await newer(than: use)
            else {
                if let end = state.withLock({ $0.end(of: use) }) { next.explanation = end }
                return response
            }
            use = newer
            attempt = 2
            // The end of the loop's body releases the first response, so the transport stops reading it.
        }
    }

    /// The session and the token with which a call began, for its later attempts.
    private struct Beginning {
        let session: Int
        let use: TokenState.Use?
    }

    /// Returns the token for a request, or nil to send the request unchanged.
    private func use(for request: URLRequest, _ next: EndpointNext) -> TokenState.Use? {
        let current = state.withLock { $0 }
        let beginning = next.withValue(initially: Beginning(session: current.session, use: current.use)) { $0 }
        let isSameSession = beginning.session == current.session
        guard let use = isSameSession ? current.use : beginning.use, next.trusts(request, origin: origin),
            request.value(forHTTPHeaderField: "Authorization") == nil
        else { return nil }
        return current.renewal.map(isSending) == true ? nil : use
    }

    /// Determines whether a response refuses the token, and records the answer if the token was not tried before.
    ///
    /// - Returns: `true` if another token may help.
    private func refuses(
        _ use: TokenState.Use,
        _ request: URLRequest,
        _ response: inout EndpointStreamedResponse,
        _ next: EndpointNext
    ) async -> Bool {
        var isRefused = false
        if response.answers(request, with: use) {
            isRefused = self.isRefused(response.head)
            // A call without a deadline may be a stream, whose reader would wait for the start of the body.
            if !isRefused, let isRefusedByBody, next.timeLeft != nil {
                let start = await response.readStart(next)
                isRefused = isRefusedByBody(EndpointResponse(response, to: next, body: start))
            }
        }
        if use.isUntried {
            let date = now()
            state.withLock { $0.note(use, isRefused: isRefused, now: date) }
        }
        return isRefused
    }
}

extension EndpointStreamedResponse {
    /// Indicates whether this response answers a request with the token.
    fileprivate func answers(_ request: URLRequest, with use: TokenState.Use) -> Bool {
        // After a redirect to another origin, the request that this response answers does not carry the token.
        self.request.map { $0.value(forHTTPHeaderField: "Authorization") == (try? use.credentials.get()) }
            ?? (head.url == nil || Origin.isShared(by: head.url, and: request.url))
    }
}

extension EndpointResponseHead {
    /// A Boolean value that indicates whether this response refuses the bearer token of its request: a 401, unless its
    /// challenge has the error `insufficient_scope` or `invalid_request`, which a new token would not mend (RFC 6750,
    /// section 3.1).
    public var refusesToken: Bool {
        guard statusCode == 401 else { return false }
        let error = headerField("WWW-Authenticate").flatMap(BearerChallenge.error)
        return error != "insufficient_scope" && error != "invalid_request"
    }
}
