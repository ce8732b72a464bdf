import EndpointTransports
import Foundation

extension CachingTransport {
    /// Sends a request that the cache cannot answer, and removes the stored responses that the request invalidates (RFC
    /// 9111, section 4.4).
    func sendInvalidating(
        _ request: URLRequest,
        _ context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        if HTTPMethod(rawValue: request.httpMethod ?? "GET").isSafe {
            return try await transport.send(request, context: context)
        }
        let url = request.url?.sharedText ?? ""
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
            if (200..<400).contains(response.statusCode) { invalidate(request.url, response.head) }
            return response
        } catch {
            switch error {
            case .invalidRequest: break
            case .unreachable(let error) where EndpointTransportError.provesUnsent(error, request): break
            // The server may have processed the request.
            case .unreachable, .cancelled, .notResponding, .timedOut, .truncated: invalidate(request.url, nil)
            }
            throw error
        }
    }

    /// Sends a HEAD request or a range request, without storing the response.
    ///
    /// If a HEAD request shows that a stored response is out of date, that response is removed (RFC 9111, section
    /// 4.3.5).
    func sendUncached(
        _ request: URLRequest,
        _ asked: CacheRequest,
        _ entry: CacheEntry?,
        _ context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> Fetched {
        let response = try await transport.send(request, context: context)
        if response.head.isServerFailure, let stale = stale(entry, asked, request.url) { return stale }
        guard asked.isHead, response.statusCode == 200 else { return Fetched(response: response) }
        store.withLock { store in
            guard let entry = store.find(asked) else { return }
            let isOther = ["ETag", "Last-Modified", "Content-Length"].contains { name in
                guard let new = response.headerField(name), let old = entry.response.head.head.headerField(name)
                else { return false }
                return new != old
            }
            if isOther { store.removeOutdated(entry.id, asked.key.url) }
        }
        return Fetched(response: response)
    }

    private func invalidate(_ url: URL?, _ head: EndpointResponseHead?) {
        guard let url else { return }
        // A server must not invalidate the responses of another origin.
        let others = ["Location", "Content-Location"].compactMap { name in
            head?.headerField(name).flatMap { try? URLResolution.webURL($0, relativeTo: url) }
        }.filter { Origin.isShared(by: $0, and: url) }
        store.withLock { store in
            for url in [url] + others { store.invalidate(url.sharedText) }
        }
    }
}
