import EndpointTransports
import Foundation

extension CachingTransport {
    /// The way in which the cache handles a request.
    enum Plan {
        /// Answer with a stored response, and carry out the validation, if there is one, in the background.
        case answer(CacheEntry, age: TimeInterval, SharedValidation?)
        /// Send the request, and validate the stored response if there is one.
        ///
        /// A HEAD or range request is sent without conditions: it needs the stored response only for `stale-if-error`.
        /// Other calls may wait for the validation if there is a `SharedValidation`.
        case fetch(CacheEntry?, SharedValidation?)
        /// Wait while another call validates the stored response.
        case wait(CacheEntry, SharedValidation)
        /// Answer with status 504, because the request is `only-if-cached` and no stored response may answer it.
        case unavailable
    }

    /// Decides how to handle a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - isShared: A Boolean value that indicates whether the call may share a validation with other calls.
    /// - Returns: The plan.
    func plan(for request: CacheRequest, isShared: Bool) -> Plan {
        let now = now()
        let isOnlyIfCached = request.directives.flags.contains(.onlyIfCached)
        return store.withLock { store in
            let entry = store.find(request)
            var reuse = entry?.response.head.reuse(request.directives, at: now)
            // A running unsafe request may have changed the resource, even if its caller has already given up.
            if store.mayChange(request.key.url), !isOnlyIfCached { reuse = .refused }
            switch (reuse, entry) {
            case (.allowed(let age), let entry?):
                store.touch(entry.id)
                return .answer(entry, age: age, nil)
            case (.allowedWhileValidating(let age), let entry?):
                store.touch(entry.id)
                // `only-if-cached` forbids a validation, and a HEAD or range request would not validate the response.
                if isOnlyIfCached || request.isPartial { return .answer(entry, age: age, nil) }
                let (validation, isNew) = store.validation(of: entry.id)
                return .answer(entry, age: age, isNew ? validation : nil)
            case _ where isOnlyIfCached: return .unavailable
            case (.stale, let entry?) where isShared && !request.isPartial:
                let (validation, isNew) = store.validation(of: entry.id)
                return isNew ? .fetch(entry, validation) : .wait(entry, validation)
            default: return .fetch(entry, nil)
            }
        }
    }

    /// Carries out a plan for a request.
    ///
    /// A call waits at most twice, and then sends its own request: otherwise, it would wait for each failing validation
    /// in turn.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - request: The request.
    ///   - asked: The request as the cache sees it.
    ///   - context: The context for the wrapped transport.
    /// - Returns: The response.
    /// - Throws: Rethrows errors from the wrapped transport, unless `stale-if-error` allows a stored response. While
    ///   the call waits for another call, throws `.cancelled` when the task is cancelled, and `.timedOut` at the
    ///   deadline unless `stale-if-error` allows a stored response.
    func follow(
        _ plan: Plan,
        _ request: URLRequest,
        _ asked: CacheRequest,
        _ context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        var plan = plan
        var isShared = true
        while true {
            switch plan {
            case .answer(let entry, let age, let validation):
                if let validation { validateInBackground(entry, validation, request, asked) }
                if let response = entry.response.answer(asked, request.url, age: age) { return response }
                // The stored response cannot supply the range that the request asks for.
                if asked.directives.flags.contains(.onlyIfCached) { return unavailable(request.url) }
                return try await transport.send(request, context: context)
            case .fetch(let entry, let validation): return try await fetch(request, asked, entry, validation, context)
            case .wait(let entry, let validation):
                guard let outcome = try await outcome(of: validation, request, context) else {
                    return try await overtake(validation, entry, request, asked, context)
                }
                if let response = response(outcome, asked, request.url) { return response }
                if case .failed = outcome {} else { isShared = false }
                plan = self.plan(for: asked, isShared: isShared)
                isShared = false
            case .unavailable: return unavailable(request.url)
            }
        }
    }

    /// Makes the 504 for an `only-if-cached` request that no stored response may answer (RFC 9111, section 5.2.1.7).
    func unavailable(_ url: URL?) -> EndpointStreamedResponse {
        EndpointStreamedResponse(
            head: EndpointResponseHead(url: url, statusCode: 504), body: EndpointResponseBody(Data()))
    }

    /// Returns the stored response if `stale-if-error` allows it in place of a failure, and it can answer the request;
    /// otherwise nil.
    func stale(_ entry: CacheEntry?, _ request: CacheRequest, _ url: URL?) -> Fetched? {
        let now = now()
        guard let stored = entry?.response, stored.head.isAllowedOnError(request.directives, at: now),
            let response = stored.answer(request, url, age: stored.head.age(at: now))
        else { return nil }
        return Fetched(response: response, outcome: .stale(stored))
    }
}
