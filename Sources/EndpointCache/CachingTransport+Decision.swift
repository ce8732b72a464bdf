import EndpointSupport
import EndpointTransports
import Foundation

extension CachingTransport {
    // MARK: - Serve

    /// Answers a request from the store if a stored response may be used without validation, and otherwise sends it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - asked: The request as the cache sees it.
    ///   - context: The context for the wrapped transport.
    /// - Returns: The response.
    /// - Throws: Rethrows errors from the wrapped transport, unless `stale-if-error` allows a stored response.
    func answer(
        _ request: OutgoingRequest,
        _ asked: CacheRequest,
        _ context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        let now = now()
        let isOnlyIfCached = asked.directives.flags.contains(.onlyIfCached)
        let (entry, reuse) = store.withLock { store -> (CacheEntry?, StoredHead.Reuse) in
            guard let entry = store.find(asked) else { return (nil, .refused) }
            // A running unsafe request may have changed the resource, even if its caller has already given up.
            if store.mayChange(asked.key.url), !isOnlyIfCached { return (entry, .refused) }
            let reuse = entry.response.head.reuse(asked.directives, at: now)
            guard case .allowed(let age, let isRefreshed) = reuse else { return (entry, reuse) }
            store.touch(entry.id)
            // `only-if-cached` forbids a validation, and a HEAD or range request would not validate the response.
            let refreshes = isRefreshed && !isOnlyIfCached && !asked.isPartial && store.beginRefresh(of: entry.id)
            return (entry, .allowed(age: age, isRefreshed: refreshes))
        }
        if let entry, case .allowed(let age, let isRefreshed) = reuse {
            if isRefreshed { refresh(entry, request, asked) }
            if let response = entry.response.answer(asked, request.urlRequest.url, age: age) { return response }
            // The stored response cannot supply the range that the request asks for.
            if !isOnlyIfCached { return try await transport.send(request, context: context) }
        }
        return isOnlyIfCached ? unavailable(request.urlRequest.url) : try await fetch(request, asked, entry, context)
    }

    /// Makes the 504 for an `only-if-cached` request that no stored response may answer (RFC 9111, section 5.2.1.7).
    func unavailable(_ url: URL?) -> EndpointStreamedResponse {
        EndpointStreamedResponse(
            head: EndpointResponseHead(url: url, statusCode: 504), body: EndpointResponseBody(Data()))
    }

    /// Returns the stored response if `stale-if-error` allows it in place of a failure, and it can answer the request;
    /// otherwise nil.
    private func stale(_ entry: CacheEntry?, _ request: CacheRequest, _ url: URL?) -> EndpointStreamedResponse? {
        let now = now()
        guard let stored = entry?.response, stored.head.isAllowedOnError(request.directives, at: now) else {
            return nil
        }
        return stored.answer(request, url, age: stored.head.age(at: now))
    }

    // MARK: - Validate

    /// Validates a stored response in the background, while the caller uses it.
    ///
    /// The time limit is the timeout of the request, but at most 60 seconds. Without a limit, a server that does not
    /// respond would prevent later validations in the background.
    private func refresh(_ entry: CacheEntry, _ request: OutgoingRequest, _ asked: CacheRequest) {
        let time = time(of: request.urlRequest, atMost: 60)
        let context = EndpointTransportContext(deadline: .now + time)
        Task {
            defer { store.withLock { $0.endRefresh(of: entry.id) } }
            try? await limited(to: time) {
                let response = try await self.fetch(request, asked, entry, context)
                for try await _ in response.body {}
            }
        }
    }

    /// Sends a request, with conditions if it validates a stored response, and stores the new response if possible.
    ///
    /// A HEAD or range request is sent without conditions: it needs the stored response only for `stale-if-error`.
    private func fetch(
        _ request: OutgoingRequest,
        _ asked: CacheRequest,
        _ entry: CacheEntry?,
        _ context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        guard stale(entry, asked, request.urlRequest.url) != nil else {
            return try await exchange(request, asked, entry, context)
        }
        do {
            let time = context.deadline.map { $0 - .now } ?? time(of: request.urlRequest, atMost: 604_800)
            // Leave a tenth of the time, so that the stored response can still be returned before the deadline.
            return try await limited(to: time / 10 * 9) { try await self.exchange(request, asked, entry, context) }
        } catch {
            let error = error as? EndpointTransportError ?? .cancelled
            if error.isServerFailure, let stale = stale(entry, asked, request.urlRequest.url) { return stale }
            throw error
        }
    }

    private func time(of request: URLRequest, atMost seconds: TimeInterval) -> Duration {
        .seconds(request.timeoutInterval > 0 ? min(seconds, request.timeoutInterval) : seconds)
    }

    /// Runs an operation, and cancels it after a time, which is at most a week.
    ///
    /// - Throws: Rethrows errors from the operation; throws `.timedOut` if its time was over.
    private func limited<Value: Sendable>(
        to time: Duration,
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask(operation: operation)
            group.addTask {
                try await Task.sleep(for: min(time, .seconds(604_800)))
                throw EndpointTransportError.timedOut
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }

    private func exchange(
        _ request: OutgoingRequest,
        _ asked: CacheRequest,
        _ entry: CacheEntry?,
        _ context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        if asked.isPartial { return try await exchangePartial(request, asked, entry, context) }
        let fill = CacheFill(store, asked, replacing: entry?.id)
        let conditional = try entry.map { entry throws(EndpointTransportError) in
            try request.asking(entry.response.head.conditions)
        }
        let sent = now()
        let response = try await transport.send(conditional ?? request, context: context)
        fill.arrive()
        let exchange = CacheExchange(request: asked, sent: sent, received: now())
        if let entry {
            if response.statusCode == 304 {
                if let validated = validated(entry, by: response.head, exchange, fill, request.urlRequest.url) {
                    return validated
                }
                fill.removeOld()
                return try await self.exchange(request, asked, nil, context)
            }
            if response.head.isServerFailure, let stale = stale(entry, asked, request.urlRequest.url) { return stale }
        }
        let head = StoredHead(response.head, exchange)
        guard head.isStorable, response.head.bodyLength(method: nil) ?? 0 <= bodyLimit else {
            // Any response but a temporary failure shows that the old one is out of date (RFC 9111, section 4.3.3).
            if !response.head.isTemporaryFailure { fill.removeOld() }
            return response
        }
        return try await keep(response, head, fill, orElse: stale(entry, asked, request.urlRequest.url))
    }

    /// Returns the stored response that a 304 validates; nil if that response was removed or the 304 contradicts it.
    private func validated(
        _ entry: CacheEntry,
        by update: EndpointResponseHead,
        _ exchange: CacheExchange,
        _ fill: CacheFill,
        _ url: URL?
    ) -> EndpointStreamedResponse? {
        let old = entry.response.head
        if update.contradicts(old.bare) { return nil }
        guard update.identifies(old.bare) else { return entry.response.answer(exchange.request, url, age: nil) }
        let updated = old.bare.updated(with: update, date: old.serverDate(at: exchange.received))
        let head = StoredHead(updated, exchange)
        let stored = StoredResponse(head, body: entry.response.body, for: exchange.request)
        let age = update.headerField("Age").map { _ in head.age(at: exchange.received) }
        guard fill.update(entry.id, stored), let response = stored.answer(exchange.request, url, age: age) else {
            return nil
        }
        if !head.isStorable { fill.removeOld() }
        return response
    }

    /// Sends a HEAD request or a range request, without storing the response.
    ///
    /// If a HEAD request shows that a stored response is out of date, that response is removed (RFC 9111, section
    /// 4.3.5).
    private func exchangePartial(
        _ request: OutgoingRequest,
        _ asked: CacheRequest,
        _ entry: CacheEntry?,
        _ context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        let response = try await transport.send(request, context: context)
        if response.head.isServerFailure, let stale = stale(entry, asked, request.urlRequest.url) { return stale }
        guard asked.isHead, response.statusCode == 200 else { return response }
        store.withLock { store in
            guard let entry = store.find(asked) else { return }
            let isOther = ["ETag", "Last-Modified", "Content-Length"].contains { name in
                guard let new = response.headerField(name), let old = entry.response.head.bare.headerField(name)
                else { return false }
                return new != old
            }
            if isOther { store.removeOutdated(entry.id, asked.key.url) }
        }
        return response
    }

    // MARK: - Store

    /// Returns a response whose body is collected for the store as the caller reads it.
    ///
    /// A body with a `Content-Length` of less than 64 KiB is read here, so that the response is already stored when the
    /// call returns: the controller follows a redirect without reading its body. If the body breaks off meanwhile, the
    /// function returns `stale` instead, unless `stale` is nil.
    private func keep(
        _ response: EndpointStreamedResponse,
        _ head: StoredHead,
        _ fill: CacheFill,
        orElse stale: EndpointStreamedResponse?
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        let isShort = response.head.bodyLength(method: nil).map { $0 < 65_536 } ?? false
        var start = Data()
        let rest: @Sendable () async throws -> Data?
        do {
            while isShort {
                guard let chunk = try await response.body.nextChunk() else {
                    fill.finish(head)
                    return EndpointStreamedResponse(head: response.head, body: EndpointResponseBody(start))
                }
                fill.collect(chunk, limit: bodyLimit)
                start.append(chunk)
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
        return EndpointStreamedResponse(head: response.head, body: EndpointResponseBody(start, then: rest))
    }

    // MARK: - Invalidate

    /// Sends a request that the cache cannot answer, and removes the stored responses that the request invalidates (RFC
    /// 9111, section 4.4).
    func sendInvalidating(
        _ request: OutgoingRequest,
        _ context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        if HTTPMethod(rawValue: request.urlRequest.httpMethod ?? "GET").isSafe {
            return try await transport.send(request, context: context)
        }
        let url = request.urlRequest.url?.sharedText ?? ""
        // The request may change the resource even if its caller gives up, so count it until the transport returns.
        store.withLock { store in
            _ = store.begin(url)
            store.addChanges(1, to: url)
        }
        defer {
            store.withLock { store in
                store.addChanges(-1, to: url)
                store.end(url)
            }
        }
        do {
            let response = try await transport.send(request, context: context)
            if (200..<400).contains(response.statusCode) { invalidate(request.urlRequest.url, response.head) }
            return response
        } catch {
            if case .invalidRequest = error { throw error }
            // The server may have processed the request.
            if !error.provesUnsent(request.urlRequest) { invalidate(request.urlRequest.url, nil) }
            throw error
        }
    }

    private func invalidate(_ url: URL?, _ head: EndpointResponseHead?) {
        guard let url else { return }
        // A server must not invalidate the responses of another origin.
        let others = ["Location", "Content-Location"].compactMap { name in
            head?.headerField(name).flatMap { try? url.resolving($0) }
        }.filter { Origin.isShared(by: $0, and: url) }
        store.withLock { store in
            for url in [url] + others { store.invalidate(url.sharedText) }
        }
    }
}

extension EndpointTransportError {
    /// A Boolean value that indicates whether the server or the connection to it is at fault.
    var isServerFailure: Bool {
        switch self {
        case .unreachable, .notResponding, .timedOut, .truncated: true
        default: false
        }
    }
}

extension OutgoingRequest {
    /// Returns the request with the conditions that validate a stored response.
    fileprivate func asking(
        _ conditions: [(name: String, value: String)]
    ) throws(EndpointTransportError) -> OutgoingRequest {
        var request = urlRequest
        for (name, value) in conditions { request.setValue(value, forHTTPHeaderField: name) }
        return try OutgoingRequest(request)
    }
}
