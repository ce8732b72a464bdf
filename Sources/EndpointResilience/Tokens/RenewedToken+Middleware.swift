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
        do {
            let response = try await next(request.adding(use))
            guard isRefused(use, request, response), canBeSentAgain(request, next, after: response),
                let newer = try await newer(than: use)
            else {
                return response
            }
            use = newer
        }
        // The `do` block has released the first response, so the transport stops reading it.
        let response = try await next(request.adding(use))
        _ = isRefused(use, request, response)
        return response
    }

    /// The session and the token with which a call began, for its later attempts.
    private struct Beginning {
        let session: Int
        let use: TokenState.Use?
    }

    /// Returns the token for a request, or nil to send the request unchanged.
    private func use(for request: URLRequest, _ next: EndpointNext) -> TokenState.Use? {
        var (use, session, renewal) = state.withLock { ($0.use, $0.session, $0.renewal) }
        let beginning = next.withNote { note in
            let beginning = note as? Beginning ?? Beginning(session: session, use: use)
            note = beginning
            return beginning
        }
        if beginning.session != session { use = beginning.use }
        guard let use, next.trusts(request, origin), request.allHTTPHeaderFields?.hasField("Authorization") != true
        else { return nil }
        return renewal.map(isSending) == true ? nil : use
    }

    /// Indicates whether a request may be sent again after a 401.
    ///
    /// If a redirect changed the method to GET, a server has already carried out the request. Then the request may
    /// be sent again only if it is repeatable.
    private func canBeSentAgain(
        _ request: URLRequest,
        _ next: EndpointNext,
        after response: EndpointStreamedResponse
    ) -> Bool {
        let isCarriedOut = next.hasRedirected && response.request?.httpMethod != request.httpMethod
        return isCarriedOut ? next.isRepeatable(request) : request.canBeReadAgain
    }

    /// Determines whether a response refuses the token, and records the answer if the token was not tried before.
    ///
    /// - Returns: `true` if another token may help.
    private func isRefused(_ use: TokenState.Use, _ request: URLRequest, _ response: EndpointStreamedResponse) -> Bool {
        let isRefused = response.statusCode == 401 && response.refuses(use, of: request)
        if use.isUntried {
            let date = now()
            state.withLock { $0.note(use, isRefused: isRefused, now: date) }
        }
        return isRefused
    }
}

extension URLRequest {
    fileprivate func adding(_ use: TokenState.Use) throws -> URLRequest {
        try adding(["Authorization": use.credentials], for: true)
    }
}

extension EndpointStreamedResponse {
    /// Indicates whether this 401 refuses the token of a request (RFC 6750, section 3.1).
    fileprivate func refuses(_ use: TokenState.Use, of request: URLRequest) -> Bool {
        // After a redirect to another origin, the request that this response answers does not carry the token.
        let hasToken =
            self.request.map { $0.value(forHTTPHeaderField: "Authorization") == use.credentials }
            ?? (head.url == nil || Origin.isShared(by: head.url, and: request.url))
        guard hasToken else { return false }
        let error = headerField("WWW-Authenticate").flatMap(BearerChallenge.error)
        return error != "insufficient_scope" && error != "invalid_request"
    }
}
