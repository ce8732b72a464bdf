public import EndpointController
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
            var response = try await next(request.setting(use.headerFields.get()))
            guard isRefused(use, request, response, attempt) else { return response }
            guard attempt == 1, next.canSendAgain(request, after: response), let newer = try await newer(than: use)
            else {
                response.explanation = state.withLock { $0.end(of: use) }
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
        var beginning = Beginning(session: current.session, use: current.use)
        next.withNote { note in
            if let known = note as? Beginning { beginning = known } else { note = beginning }
        }
        let isSameSession = beginning.session == current.session
        guard let use = isSameSession ? current.use : beginning.use, next.trusts(request, origin),
            request.value(forHTTPHeaderField: "Authorization") == nil
        else { return nil }
        return current.renewal.map(isSending) == true ? nil : use
    }

    /// Determines whether a response refuses the token, and records the answer if the token was not tried before.
    ///
    /// - Returns: `true` if another token may help.
    private func isRefused(
        _ use: TokenState.Use,
        _ request: URLRequest,
        _ response: EndpointStreamedResponse,
        _ attempt: Int
    ) -> Bool {
        let isRefused =
            (decide?(response.head, attempt).map { $0 == .retry } ?? response.head.refusesToken)
            && response.answers(request, with: use)
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
        self.request.map { $0.value(forHTTPHeaderField: "Authorization") == use.token.credentials }
            ?? (head.url == nil || Origin.isShared(by: head.url, and: request.url))
    }
}

extension EndpointResponseHead {
    /// A Boolean value that indicates whether this response to a request with a token refuses the token (RFC 6750,
    /// section 3.1).
    fileprivate var refusesToken: Bool {
        guard statusCode == 401 else { return false }
        let error = headerField("WWW-Authenticate").flatMap(BearerChallenge.error)
        return error != "insufficient_scope" && error != "invalid_request"
    }
}
