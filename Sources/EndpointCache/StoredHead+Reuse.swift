import Foundation

extension StoredHead {
    /// The way in which the cache may use a response for a request.
    enum Reuse {
        /// The response may be used without validation.
        case allowed(age: TimeInterval)
        /// The response may be used while it is validated.
        case allowedWhileValidating(age: TimeInterval)
        /// The response must be validated first, because it is stale or has the directive `no-cache`.
        case stale
        /// The response must be validated first, because the request demands it or an unsafe request is running.
        case refused
    }

    /// Decides whether the response may answer a request (RFC 9111, sections 4.2 and 5.2.1; RFC 5861; RFC 8246).
    func reuse(_ request: CacheControl, at now: Date) -> Reuse {
        let age = age(at: now)
        let remaining = (lifetime ?? 0) - age
        let isFresh = remaining > 0
        let isImmutable = isFresh && directives.flags.contains(.immutable)
        if request.flags.contains(.noCache) { return .refused }
        if let maxAge = request.maxAge, age > maxAge || maxAge == 0, !isImmutable { return .refused }
        if let minFresh = request.minFresh, remaining < minFresh { return .refused }
        if directives.flags.contains(.noCache) { return .stale }
        if isFresh { return .allowed(age: age) }
        if directives.flags.contains(.mustRevalidate) || age == .infinity { return .stale }
        if let maxStale = request.maxStale, -remaining <= maxStale { return .allowed(age: age) }
        if let limit = directives.staleWhileRevalidate, -remaining < limit { return .allowedWhileValidating(age: age) }
        return .stale
    }

    /// Indicates whether the response may answer a request after the server has failed (RFC 5861, section 4).
    func isAllowedOnError(_ request: CacheControl, at now: Date) -> Bool {
        guard !directives.flags.contains(.noCache), !directives.flags.contains(.mustRevalidate),
            !request.flags.contains(.noCache), let limit = request.staleIfError ?? directives.staleIfError
        else { return false }
        return age(at: now) - (lifetime ?? 0) <= limit
    }
}
