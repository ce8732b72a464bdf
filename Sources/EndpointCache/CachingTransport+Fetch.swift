import EndpointTransports
import Foundation

extension CachingTransport {
    /// A response from the server or from the store.
    struct Fetched {
        let response: EndpointStreamedResponse
        /// The outcome for the calls that wait for the validation; nil if it follows when the body has been read.
        var outcome: SharedValidation.Outcome? = .changed
    }

    /// Sends a request, with conditions if it validates a stored response, and stores the new response if possible.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - asked: The request as the cache sees it.
    ///   - entry: The stored response to validate, if there is one; a HEAD or range request needs it only for
    ///     `stale-if-error`.
    ///   - validation: The validation, if other calls may wait for its outcome.
    ///   - context: The context for the wrapped transport.
    /// - Returns: The response, from the server or from the store.
    /// - Throws: Rethrows errors from the wrapped transport, unless `stale-if-error` allows the stored response. With
    ///   an `entry`, throws `.cancelled` as soon as the task is cancelled.
    func fetch(
        _ request: URLRequest,
        _ asked: CacheRequest,
        _ entry: CacheEntry?,
        _ validation: SharedValidation?,
        _ context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        guard let entry else { return try await exchange(request, asked, nil, context) { _ in }.response }
        @Sendable func end(_ outcome: SharedValidation.Outcome) {
            guard let validation else { return }
            store.withLock { $0.endValidation(of: entry.id) }
            validation.end(outcome)
        }
        // Leave a tenth of the time, so that the stored response can still be returned before the deadline.
        let time = stale(entry, asked, request.url) == nil ? nil : context.end(of: request).map { ($0 - .now) / 10 * 9 }
        do {
            let fetched = try await Deadline.run(time) { _ in
                try await self.exchange(request, asked, entry, context, end)
            }
            if let outcome = fetched.outcome { end(outcome) }
            return fetched.response
        } catch let failure {
            let error = failure as? EndpointTransportError ?? .cancelled
            let isOutOfTime = if case .timedOut = error { true } else { false }
            let stale = error.isServerFailure ? self.stale(entry, asked, request.url) : nil
            // If only this caller has run out of time, let the waiting calls try: they may have more time.
            end(isOutOfTime ? .failed : stale?.outcome ?? .failed)
            if let stale { return stale.response }
            throw error
        }
    }

    /// Validates a stored response in the background, while the caller uses it.
    ///
    /// The time limit is the timeout of the request, but at most 60 seconds. Without a limit, a server that does not
    /// respond would prevent later validations.
    func validateInBackground(
        _ entry: CacheEntry,
        _ validation: SharedValidation,
        _ request: URLRequest,
        _ asked: CacheRequest
    ) {
        let timeout = Duration.seconds(request.timeoutInterval > 0 ? min(60, request.timeoutInterval) : 60)
        let context = EndpointTransportContext(deadline: .now + timeout)
        Task {
            try? await Deadline.run(timeout) { _ in
                let response = try await self.fetch(request, asked, entry, validation, context)
                while try await response.body.nextChunk() != nil {}
            }
        }
    }

    private func exchange(
        _ request: URLRequest,
        _ asked: CacheRequest,
        _ entry: CacheEntry?,
        _ context: EndpointTransportContext,
        _ end: @escaping @Sendable (SharedValidation.Outcome) -> Void
    ) async throws(EndpointTransportError) -> Fetched {
        if asked.isPartial { return try await sendUncached(request, asked, entry, context) }
        let fill = CacheFill(store, asked, replacing: entry?.id)
        var conditional = request
        for (name, value) in entry?.response.head.conditions ?? [] {
            conditional.setValue(value, forHTTPHeaderField: name)
        }
        let sent = now()
        let response = try await transport.send(conditional, context: context)
        fill.arrive()
        let received = CacheExchange(request: asked, sent: sent, received: now())
        if let entry {
            if response.statusCode == 304 {
                if let new = validated(entry, by: response.head, received, fill, request.url) { return new }
                fill.removeOld()
                return try await exchange(request, asked, nil, context, end)
            }
            if response.head.isServerFailure, let stale = stale(entry, asked, request.url) {
                return stale
            }
        }
        let head = StoredHead(response.head, received)
        guard head.isStorable, response.head.contentLength ?? 0 <= bodyLimit else {
            // After a first temporary failure, only one of the waiting calls sends a request, to protect the server.
            if response.head.isTemporaryFailure { return Fetched(response: response, outcome: .failed) }
            // Any other response shows that the old response is out of date (RFC 9111, section 4.3.3).
            fill.removeOld()
            return Fetched(response: response)
        }
        let stale = stale(entry, asked, request.url)
        return try await keep(response, head, fill, orElse: stale, end)
    }

    /// Returns the stored response that a 304 validates; nil if that response was removed or the 304 contradicts it.
    private func validated(
        _ entry: CacheEntry,
        by update: EndpointResponseHead,
        _ exchange: CacheExchange,
        _ fill: CacheFill,
        _ url: URL?
    ) -> Fetched? {
        let old = entry.response.head.head
        if update.contradicts(old) { return nil }
        let head = StoredHead(old.updated(with: update, received: exchange.received), exchange)
        let stored = StoredResponse(head, body: entry.response.body, for: exchange.request)
        let age = update.headerField("Age").map { _ in head.age(at: exchange.received) }
        guard fill.update(entry.id, stored), let response = stored.answer(exchange.request, url, age: age) else {
            return nil
        }
        if head.isStorable { return Fetched(response: response, outcome: .response(stored)) }
        fill.removeOld()
        return Fetched(response: response)
    }

    /// Returns a response whose body is collected for the store as the caller reads it.
    ///
    /// A body with a `Content-Length` of less than 64 KiB is read here, so that the response is already stored when the
    /// call returns: the controller follows a redirect without reading its body. If the body breaks off meanwhile, the
    /// function returns `stale` instead, unless `stale` is nil. Calls that wait for a longer body, or for a body of
    /// unknown length, continue when the caller has read it.
    private func keep(
        _ response: EndpointStreamedResponse,
        _ head: StoredHead,
        _ fill: CacheFill,
        orElse stale: Fetched?,
        _ end: @escaping @Sendable (SharedValidation.Outcome) -> Void
    ) async throws(EndpointTransportError) -> Fetched {
        let isShort = response.head.bodyLength(method: nil).map { $0 < 65_536 } ?? false
        var start = Data()
        let rest: @Sendable () async throws -> Data?
        do {
            while isShort {
                guard let chunk = try await response.body.nextChunk() else {
                    let outcome = fill.finish(head).map { SharedValidation.Outcome.response($0) }
                    let whole = EndpointStreamedResponse(head: response.head, body: EndpointResponseBody(start))
                    return Fetched(response: whole, outcome: outcome ?? .changed)
                }
                fill.collect(chunk, limit: bodyLimit)
                if start.isEmpty { start = chunk } else { start.append(chunk) }
            }
            rest = { [bodyLimit] in
                do {
                    let chunk = try await response.body.nextChunk()
                    if let chunk { fill.collect(chunk, limit: bodyLimit) } else { fill.finish(head) }
                    return chunk
                } catch {
                    fill.abandon()
                    throw error
                }
            }
        } catch {
            if Task.isCancelled { throw .cancelled }
            if let stale { return stale }
            rest = { throw error }
        }
        if !isShort { fill.whenOver(end) }
        let unread = Locked(start)
        let body = EndpointResponseBody {
            let start = unread.withLock { data in
                defer { data = Data() }
                return data
            }
            return start.isEmpty ? try await rest() : start
        }
        let streamed = EndpointStreamedResponse(head: response.head, body: body)
        return Fetched(response: streamed, outcome: isShort ? .changed : nil)
    }
}

extension EndpointTransportError {
    /// A Boolean value that indicates whether the server or the connection to it is at fault.
    var isServerFailure: Bool {
        switch self {
        case .unreachable, .notResponding, .timedOut, .truncated: true
        case .invalidRequest, .cancelled: false
        }
    }
}
