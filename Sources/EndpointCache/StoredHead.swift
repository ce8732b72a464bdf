import EndpointSupport
import EndpointTransports
import Foundation

/// The head of a response in the cache, with the values that are derived from it.
struct StoredHead: Sendable {
    /// The head without a URL, and without `Age` and the other fields that are not stored.
    let bare: EndpointResponseHead

    /// The directives, without the field names of `no-cache="…"`.
    let directives: CacheControl

    /// The number of seconds for which the response is fresh, or nil if the server does not say.
    let lifetime: TimeInterval?

    /// The request fields that `Vary` lists, with the values that a request needs to select the response.
    let selecting: [(name: String, value: String?)]

    private let initialAge: TimeInterval
    private let received: Date

    /// Evaluates a head that was just received, or that a 304 has just updated.
    init(_ head: EndpointResponseHead, _ exchange: CacheExchange) {
        received = exchange.received
        var directives = CacheControl(head.headerField("Cache-Control") ?? "")
        let date = head.headerField("Date").flatMap { HTTPDate.date(from: $0, now: exchange.received) } ?? received
        lifetime = Self.lifetime(of: head, directives, date: date, received: received)
        // RFC 9111, section 4.2.3. `Date` is in whole seconds, so round the difference down.
        let apparentAge = max(0, received.timeIntervalSince(date).rounded(.down))
        let age = FieldList.members(of: head.headerField("Age") ?? "").first.flatMap(FieldList.seconds) ?? 0
        initialAge = max(apparentAge, age + max(0, received.timeIntervalSince(exchange.sent)))
        selecting = exchange.request.selectingFields(head.headerField("Vary"))
        bare = head.stored(without: directives.uncachedFields, received: received)
        // The names are no longer needed, and would take up memory that is not counted.
        directives.uncachedFields = []
        self.directives = directives
    }

    /// Returns the time for which a response is fresh (RFC 9111, section 4.2.1), or nil if the response does not say.
    private static func lifetime(
        of head: EndpointResponseHead,
        _ directives: CacheControl,
        date: Date,
        received: Date
    ) -> TimeInterval? {
        if let maxAge = directives.maxAge { return maxAge }
        guard let expires = head.headerField("Expires") else { return nil }
        // Treat an invalid date as a date in the past (RFC 9111, section 5.3).
        return HTTPDate.date(from: expires, now: received)?.timeIntervalSince(date) ?? 0
    }

    /// Returns the age in seconds (RFC 9111, section 4.2.3), or infinity if `now` is over a second before `received`.
    func age(at now: Date) -> TimeInterval {
        let time = now.timeIntervalSince(received)
        // Allow one second: another call may have stored the response after the caller read the clock.
        return time < -1 ? .infinity : initialAge + max(time, 0)
    }

    /// Returns an estimate of the date by the server's clock, which may differ from the clock of this device.
    ///
    /// With this date, a response that has expired by its `Expires` is still expired after a 304 without `Date`.
    func serverDate(at now: Date) -> Date {
        let age = age(at: now)
        guard let date = bare.headerField("Date").flatMap({ HTTPDate.date(from: $0, now: received) }),
            age < 2_147_483_648
        else { return now }
        return date.addingTimeInterval(age)
    }

    /// The conditions of a request that validates the response (RFC 9111, section 4.3.1).
    var conditions: [(name: String, value: String)] {
        [("If-None-Match", bare.entityTag), ("If-Modified-Since", bare.lastModified)]
            .compactMap { name, value in value.map { (name, $0) } }
    }

    /// A Boolean value that indicates whether the cache may store the response (RFC 9111, section 3).
    ///
    /// A response with neither a positive lifetime nor a validator is not stored.
    var isStorable: Bool {
        let isCacheable = Self.cacheableStatusCodes.contains(bare.statusCode)
        let isAllowed = lifetime != nil || isCacheable || !directives.flags.isDisjoint(with: [.public, .private])
        let isForbidden =
            directives.flags.contains(.mustUnderstand) ? !isCacheable : directives.flags.contains(.noStore)
        guard (200..<600).contains(bare.statusCode), !Self.uncacheableStatusCodes.contains(bare.statusCode), isAllowed,
            !isForbidden, lifetime ?? 0 > 0 || !conditions.isEmpty
        else { return false }
        let isEventStream = bare.headerField("Content-Type")?.lowercased().contains("text/event-stream") ?? false
        return !isEventStream && !selecting.contains { $0.name == "*" }
    }

    /// The status codes that are cacheable by default (RFC 9110, section 15.1), except 206.
    ///
    /// They are also the codes that the cache understands (RFC 9111, section 5.2.2.3).
    private static let cacheableStatusCodes: Set<Int> = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]

    /// The status codes of responses that are never stored.
    ///
    /// RFC 6585 prohibits caches from storing responses with the status 428, 429, 431 or 511.
    private static let uncacheableStatusCodes: Set<Int> = [206, 304, 428, 429, 431, 511]
}

extension StoredHead {
    /// The way in which the cache may use a response for a request.
    enum Reuse {
        /// The response may be used; with `isRefreshed`, it is validated meanwhile.
        case allowed(age: TimeInterval, isRefreshed: Bool = false)
        /// The response must be validated first.
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
        if directives.flags.contains(.noCache) { return .refused }
        if isFresh { return .allowed(age: age) }
        if directives.flags.contains(.mustRevalidate) || age == .infinity { return .refused }
        if let maxStale = request.maxStale, -remaining <= maxStale { return .allowed(age: age) }
        if let limit = directives.staleWhileRevalidate, -remaining < limit {
            return .allowed(age: age, isRefreshed: true)
        }
        return .refused
    }

    /// Indicates whether the response may answer a request after the server has failed (RFC 5861, section 4).
    func isAllowedOnError(_ request: CacheControl, at now: Date) -> Bool {
        guard !directives.flags.contains(.noCache), !directives.flags.contains(.mustRevalidate),
            !request.flags.contains(.noCache), let limit = request.staleIfError ?? directives.staleIfError
        else { return false }
        return age(at: now) - (lifetime ?? 0) <= limit
    }
}

/// A request with the dates at which it was sent and answered.
struct CacheExchange: Sendable {
    let request: CacheRequest
    let sent: Date
    let received: Date
}
