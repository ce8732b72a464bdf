import EndpointSupport
public import EndpointTransports
public import Foundation

/// A transport that answers requests from memory where HTTP allows it, and sends the rest over a wrapped transport.
///
/// ```swift
/// let cache = CachingTransport(SystemTransport.shared, limit: 16_777_216)
/// let api = EndpointController<APIError>(baseURL: Server.production, transport: cache)
/// ```
///
/// A `CachingTransport` is a private cache (RFC 9111), as in a browser. It reuses a response while `Cache-Control` or
/// `Expires` declares the response fresh. After that, or with `no-cache`, a response with an `ETag` or a
/// `Last-Modified` is validated, and any other response is loaded again. A response is stored only if it has a positive
/// lifetime or a validator, because the cache does not estimate lifetimes. A stale response is served only if a
/// directive allows it: `stale-while-revalidate` or `stale-if-error` (RFC 5861) in the response, `max-stale` or
/// `stale-if-error` in the request. The cache writes nothing to disk.
///
/// ## Several users
///
/// A response is reused only for requests with the same values in all fields that may identify a user. These are all
/// fields except `unkeyedFields` and common fields that do not identify a user, such as `Accept`, `User-Agent` and
/// `X-Request-ID`. A common field matters only if the response lists it in `Vary`. The cache cannot see credentials
/// that the wrapped transport adds, such as the cookies of a `URLSession`. With such a transport, call ``removeAll()``
/// when the user changes, or give each user a separate cache.
///
/// ## What is stored
///
/// A response is stored when its body has been read to the end. A redirect that the controller follows is stored only
/// if it has a `Content-Length` of less than 64 KiB. Bodies of more than an eighth of `limit`, partial responses (206),
/// event streams, and responses with the status 428, 429, 431 or 511 are not stored. Neither are responses to HEAD or
/// range requests, or to requests with a body. A request with its own conditions, such as `If-None-Match`, or with
/// `no-store` bypasses the cache. A request for a single range of bytes is answered with a 206 if a stored 200 can
/// supply the range. If the stored response has to be validated first or has a `Content-Encoding`, the request is sent
/// instead.
///
/// A POST, PUT or any other unsafe request bypasses the cache. If the request succeeds (status 200 to 399), or its
/// outcome is unknown, the cache removes the responses for its URL. If the request succeeds, the cache also removes the
/// responses for those URLs in `Location` and `Content-Location` that have the same origin (RFC 9111, section 4.4).
/// While an unsafe request is running, each new request for its URL is sent to the server, except a GET or HEAD with
/// `only-if-cached`.
///
/// ## Calls at the same time
///
/// Each call validates a stale response with its own request, and no call waits for another. With
/// `stale-while-revalidate`, one request at a time validates the response in the background.
///
/// ## Request directives
///
/// The `Cache-Control` of a request has the meaning of RFC 9111, section 5.2.1, but `max-age` does not apply to a fresh
/// `immutable` response (RFC 8246). With `no-cache`, no stored response is used without validation. With
/// `only-if-cached`, a GET or HEAD request without a body is answered with status 504 if no stored response may answer
/// it. The `cachePolicy` of a `URLRequest` is translated into request directives.
public final class CachingTransport: EndpointTransport {
    let transport: any EndpointTransport
    let now: @Sendable () -> Date
    let unkeyedFields: Set<String>
    let store: Locked<CacheStore>
    let bodyLimit: Int

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - transport: The transport that sends the requests that the cache cannot answer.
    ///   - limit: The maximum ``size``, in bytes. The default is 16 MiB. The least recently used responses are removed
    ///     first.
    ///   - unkeyedFields: The case-insensitive names of further request fields that do not tell users apart. List
    ///     fields that the cache does not know and whose values differ from call to call, such as `X-Trace`. The
    ///     default is none.
    ///   - now: A closure that returns the current date. The default closure returns the system date. If the clock is
    ///     set forward, responses appear older than they are. If the clock is set back, responses appear younger, but a
    ///     response that was received more than a second after the new date is not used without validation.
    public init(
        _ transport: any EndpointTransport,
        limit: Int = 16_777_216,
        unkeyedFields: Set<String> = [],
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.transport = transport
        self.now = now
        self.unkeyedFields = Set(unkeyedFields.map { $0.lowercased() })
        store = Locked(CacheStore(limit: limit))
        bodyLimit = limit / 8
    }

    /// The estimated number of bytes that stored and arriving responses take up, including heads and keys.
    public var size: Int { store.withLock(\.size) }

    /// Removes all responses, and prevents the storage of responses to calls that are under way.
    public func removeAll() {
        store.withLock { $0.removeAll() }
    }

    /// Answers a request from memory, or sends it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: The context for the wrapped transport.
    /// - Returns: The response.
    /// - Throws: Rethrows errors from the wrapped transport, unless `stale-if-error` allows the cache to return a
    ///   stored response instead. Throws `EndpointTransportError.cancelled` if the task is already cancelled.
    public func send(
        _ request: OutgoingRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        guard var asked = CacheRequest(request.urlRequest, unkeyedFields: unkeyedFields) else {
            return try await sendInvalidating(request, context)
        }
        asked.removalCount = store.withLock(\.removalCount)
        let flags = asked.directives.flags
        if asked.hasConditions || flags.contains(.noStore) {
            if flags.contains(.onlyIfCached) { return unavailable(request.urlRequest.url) }
            return try await transport.send(request, context: context)
        }
        if Task.isCancelled { throw .cancelled }
        return try await answer(request, asked, context)
    }
}

extension CachingTransport: CustomReflectable {
    /// A mirror with only ``size``, because the responses may contain private data.
    public var customMirror: Mirror { Mirror(self, children: ["size": size]) }
}
