import EndpointSupport
import EndpointTesting
import Foundation
import TestSupport
import Testing

@testable import EndpointCache

@Suite("CachingTransport, validation", .timeLimit(.minutes(1)))
struct CacheValidationTests {
    private let clock = ManualClock()

    private func cache(_ origin: CacheOrigin) -> CachingTransport {
        CachingTransport(origin) { [clock] in clock.date }
    }

    @Test("Sends both validators when a response is stale, and serves it again after a 304")
    func validates() async throws {
        let modified = "Mon, 01 Jan 2001 00:00:00 GMT"
        let origin = CacheOrigin(["Cache-Control": "max-age=60", "ETag": "W/\"a\"", "Last-Modified": modified])
        let cache = cache(origin)
        try await cache.load(get())
        clock.advance(by: .seconds(59))
        #expect(try await cache.load(get()).age == "59")
        clock.advance(by: .seconds(1))
        #expect(try await cache.load(get()) == Loaded(status: 200, body: "body"))
        let request = try #require(origin.requests.last)
        #expect(origin.count == 2)
        #expect(request.value(forHTTPHeaderField: "If-None-Match") == "W/\"a\"")
        #expect(request.value(forHTTPHeaderField: "If-Modified-Since") == modified)
        clock.advance(by: .seconds(59))
        #expect(try await cache.load(get()).age == "59")
        #expect(origin.count == 2)
    }

    @Test(
        "Fetches the response again after a 304 that names a validator which the stored response does not have",
        arguments: [
            (["Last-Modified": january], ["ETag": "\"2\""]), (["Last-Modified": january], ["Last-Modified": february]),
            (["Last-Modified": january], ["ETag": "W/\"2\"", "Last-Modified": january]),
            (["ETag": "\"1\""], ["ETag": "\"2\""]), (["ETag": "\"1\""], ["Last-Modified": january]),
        ])
    func otherValidator(stored: [String: String], named: [String: String]) async throws {
        let origin = Self.origin(stored, named)
        let cache = cache(origin)
        for count in [1, 3, 5] {
            #expect(try await cache.load(get()) == Loaded(status: 200, body: "body"), "request \(count)")
            #expect(origin.count == count)
        }
    }

    @Test("Uses a stored response with a weak tag after a 304 with the same tag as a strong one, without updating it")
    func strongTagForAWeakOne() async throws {
        let origin = Self.origin(["ETag": "W/\"1\""], ["ETag": "\"1\"", "Cache-Control": "max-age=3600"])
        let cache = cache(origin)
        for count in 1...3 {
            #expect(try await cache.load(get()) == Loaded(status: 200, body: "body"), "request \(count)")
            #expect(origin.count == count)
        }
    }

    @Test(
        "Uses the stored response after a 304 that names its validator, or none",
        arguments: [
            (["Last-Modified": january], ["Last-Modified": january]), (["Last-Modified": january], [:]),
            (["ETag": "\"1\""], ["ETag": "W/\"1\"", "Last-Modified": february]), (["ETag": "\"1\""], [:]),
            (["ETag": "1"], ["ETag": "1"]), (["ETag": "\"1\""], ["ETag": "*"]),
        ])
    func sameValidator(stored: [String: String], named: [String: String]) async throws {
        let origin = Self.origin(stored, named)
        let cache = cache(origin)
        for _ in 0..<2 { #expect(try await cache.load(get()) == Loaded(status: 200, body: "body")) }
        #expect(origin.count == 2)
    }

    @Test(
        "Sends no condition for a validator that is not valid",
        arguments: [
            ["ETag": ""], ["ETag": "*"], ["ETag": "W/*"], ["ETag": "W/"], ["ETag": "\""], ["ETag": "\"a\", \"b\""],
            ["ETag": "a, b"], ["ETag": "\"a\u{1}\""], ["ETag": "\"é\""], ["Last-Modified": ""],
            ["Last-Modified": "yesterday"],
        ])
    func invalidValidators(fields: [String: String]) async throws {
        let origin = CacheOrigin(fields.merging(["Cache-Control": "max-age=60"]) { $1 })
        let cache = cache(origin)
        try await cache.load(get())
        clock.advance(by: .seconds(61))
        try await cache.load(get())
        #expect(origin.count == 2)
        #expect(origin.requests.allSatisfy { $0.allHTTPHeaderFields?.isEmpty ?? true })
    }

    /// An origin that answers a conditional request with a 304, and any other request with a body.
    private static func origin(_ stored: [String: String], _ named: [String: String]) -> CacheOrigin {
        CacheOrigin { request throws(EndpointTransportError) in
            let fields = request.allHTTPHeaderFields ?? [:]
            let isConditional = fields["If-None-Match"] != nil || fields["If-Modified-Since"] != nil
            return isConditional ? .made(304, named) : .made(200, stored, body: "body")
        }
    }

    private static let january = "Mon, 01 Jan 2001 00:00:00 GMT"
    private static let february = "Thu, 01 Feb 2001 00:00:00 GMT"

    @Test("Validates a response without a lifetime on each call")
    func validatesAlways() async throws {
        let origin = CacheOrigin(["ETag": "\"a\""])
        let cache = cache(origin)
        for _ in 0..<3 { #expect(try await cache.load(get()) == Loaded(status: 200, body: "body")) }
        #expect(origin.requests.map { $0.value(forHTTPHeaderField: "If-None-Match") } == [nil, "\"a\"", "\"a\""])
    }

    @Test("Replaces a stored response when the server sends a new one")
    func replaces() async throws {
        let version = Locked(1)
        let origin = CacheOrigin { _ in
            let version = version.withLock(\.self)
            return .made(200, ["ETag": "\"\(version)\"", "Cache-Control": "max-age=60"], body: "v\(version)")
        }
        let cache = cache(origin)
        try await cache.load(get())
        let size = cache.size
        version.withLock { $0 = 2 }
        clock.advance(by: .seconds(61))
        #expect(try await cache.load(get()).body == "v2")
        #expect(try await cache.load(get()) == Loaded(status: 200, body: "v2", age: "0"))
        #expect(cache.size == size)
    }

    @Test("Removes a stored response when the server sends no-store")
    func removes() async throws {
        let origin = CacheOrigin { request throws(EndpointTransportError) in
            request.value(forHTTPHeaderField: "If-None-Match") == nil
                ? .made(200, ["ETag": "\"a\""]) : .made(200, ["Cache-Control": "no-store"], body: "new")
        }
        let cache = cache(origin)
        try await cache.load(get())
        #expect(try await cache.load(get()).body == "new")
        #expect(cache.size == 0)
    }

    @Test("Asks again without conditions when removeAll came before a 304, and does not store the response")
    func gone() async throws {
        let cache = Locked<CachingTransport?>(nil)
        let origin = CacheOrigin { request throws(EndpointTransportError) in
            if request.value(forHTTPHeaderField: "If-None-Match") == nil {
                return .made(200, ["ETag": "\"a\""], body: "new")
            }
            cache.withLock { $0?.removeAll() }
            return .made(304)
        }
        let caching = self.cache(origin)
        cache.withLock { $0 = caching }
        defer { cache.withLock { $0 = nil } }
        try await caching.load(get())
        #expect(try await caching.load(get()) == Loaded(status: 200, body: "new"))
        #expect(origin.requests.map { $0.value(forHTTPHeaderField: "If-None-Match") } == [nil, "\"a\"", nil])
        #expect(caching.size == 0)
    }

    @Test("Asks again without conditions when a 304 has the tag of another response")
    func otherTag() async throws {
        let origin = CacheOrigin { request throws(EndpointTransportError) in
            request.value(forHTTPHeaderField: "If-None-Match") == nil
                ? .made(200, ["ETag": "\"a\""], body: "new") : .made(304, ["ETag": "\"b\""])
        }
        let cache = cache(origin)
        try await cache.load(get())
        #expect(try await cache.load(get()) == Loaded(status: 200, body: "new"))
        #expect(origin.count == 3)
    }

    @Test("Passes on a 304 to an unconditional request")
    func unasked() async throws {
        let origin = CacheOrigin { _ in .made(304, ["Cache-Control": "max-age=60", "ETag": "\"a\""]) }
        let cache = cache(origin)
        #expect(try await cache.load(get()).status == 304)
        #expect(cache.size == 0)
    }

    @Test(
        "Does not send a validator with characters other than printable ASCII",
        arguments: ["\"a\"\r\nX-Injected: 1", "\"\u{7F}\"", "\"\u{E9}\""])
    func hostileValidator(tag: String) async throws {
        let origin = CacheOrigin(["ETag": tag, "Last-Modified": Self.january, "Cache-Control": "no-cache"])
        let cache = cache(origin)
        try await cache.load(get())
        try await cache.load(get())
        let request = try #require(origin.requests.last)
        #expect(request.allHTTPHeaderFields == ["If-Modified-Since": Self.january])
    }

    @Test(
        "Serves a stale response after an error for as long as the server allows", arguments: [500, 502, 503, 504, 0])
    func staleIfError(status: Int) async throws {
        let isDown = Locked(false)
        let origin = CacheOrigin { _ throws(EndpointTransportError) in
            if !isDown.withLock(\.self) {
                return .made(200, ["Cache-Control": "max-age=10, stale-if-error=60"], body: "old")
            }
            if status == 0 { throw .unreachable(URLError(.cannotConnectToHost)) }
            return .made(status, body: "error")
        }
        let cache = cache(origin)
        try await cache.load(get())
        isDown.withLock { $0 = true }
        clock.advance(by: .seconds(70))
        #expect(try await cache.load(get()) == Loaded(status: 200, body: "old", age: "70"))
        clock.advance(by: .seconds(1))
        if status == 0 {
            let error = await #expect(throws: EndpointTransportError.self) { try await cache.load(get()) }
            #expect(error?.kind == .unreachable)
        } else {
            #expect(try await cache.load(get()) == Loaded(status: status, body: "error"))
        }
    }

    @Test(
        "Serves a stale response to a HEAD or range request after an error", arguments: ["HEAD", "GET"], [503, 0])
    func staleIfErrorPartial(method: String, status: Int) async throws {
        let origin = CacheOrigin { request throws(EndpointTransportError) in
            if request.httpMethod == "GET", request.value(forHTTPHeaderField: "Range") == nil {
                return .made(200, ["Cache-Control": "max-age=10, stale-if-error=60", "ETag": "\"a\""], body: "old")
            }
            if status == 0 { throw .unreachable(URLError(.cannotConnectToHost)) }
            return .made(status)
        }
        let cache = cache(origin)
        try await cache.load(get())
        clock.advance(by: .seconds(20))
        let isHead = method == "HEAD"
        let loaded = try await cache.load(get("a", isHead ? [:] : ["Range": "bytes=1-"], method: method))
        #expect(loaded == Loaded(status: isHead ? 200 : 206, body: isHead ? "" : "ld", age: "20"))
        #expect(origin.requests.map { $0.value(forHTTPHeaderField: "If-None-Match") } == [nil, nil])
    }

    @Test(
        "Does not serve a stale response after an error if the response or the request forbids it",
        arguments: [("must-revalidate", ""), ("no-cache", ""), ("", "no-cache"), ("", "stale-if-error=4")])
    func noStaleIfError(directive: String, requestDirective: String) async throws {
        let control = "max-age=0, stale-if-error=60, \(directive)"
        let origin = CacheOrigin { request throws(EndpointTransportError) in
            request.value(forHTTPHeaderField: "If-None-Match") == nil
                ? .made(200, ["Cache-Control": control, "ETag": "\"a\""]) : .made(503)
        }
        let cache = cache(origin)
        try await cache.load(get())
        clock.advance(by: .seconds(5))
        #expect(try await cache.load(get("a", ["Cache-Control": requestDirective])).status == 503)
    }

    @Test("Serves a stale response while one request validates it")
    func staleWhileRevalidate() async throws {
        let (gate, isDone) = (Gate(), Gate())
        let origin = CacheOrigin { request throws(EndpointTransportError) in
            let fields = ["Cache-Control": "max-age=10, stale-while-revalidate=60", "ETag": "\"a\""]
            if request.value(forHTTPHeaderField: "If-None-Match") == nil { return .made(200, fields, body: "old") }
            try await gate.pass()
            return .made(200, fields, chunks: ["n", "ew"]) { isDone.open() }
        }
        let cache = cache(origin)
        try await cache.load(get())
        clock.advance(by: .seconds(20))
        for _ in 0..<3 { #expect(try await cache.load(get()) == Loaded(status: 200, body: "old", age: "20")) }
        gate.open()
        try await isDone.pass()
        while try await cache.load(get()).body != "new" {
            try Task.checkCancellation()
            await Task.yield()
        }
        #expect(origin.count == 2)
    }

    @Test("Serves a stale response until the time of stale-while-revalidate ends", arguments: [(69, "69"), (70, nil)])
    func endOfStaleWhileRevalidate(seconds: Int, age: String?) async throws {
        let cache = cache(CacheOrigin(["Cache-Control": "max-age=10, stale-while-revalidate=60"]))
        try await cache.load(get())
        clock.advance(by: .seconds(seconds))
        #expect(try await cache.load(get()).age == age)
    }

    @Test("Gives a stored response without Date the date of its receipt or of its latest validation")
    func date() async throws {
        let origin = CacheOrigin(["Cache-Control": "max-age=60", "ETag": "\"a\""])
        let cache = cache(origin)
        for count in [1, 2] {
            try await cache.load(get())
            #expect(try await cache.send(get()).headerField("Date") == clock.text(plus: 0))
            #expect(origin.count == count)
            clock.advance(by: .seconds(60))
        }
    }

    @Test(
        "Renews the lifetime of max-age, but not that of Expires, after a 304 without Date",
        arguments: [-3_600, 0, 1, 3_600], [true, false])
    func undatedNotModified(clockDifference: Int, isExpires: Bool) async throws {
        let date = ["Date": clock.text(plus: clockDifference), "ETag": "\"a\""]
        // A response with a date an hour ago is an hour old.
        let lifetime = isExpires ? 60 : 60 + max(0, -clockDifference)
        let fields =
            isExpires ? ["Expires": clock.text(plus: clockDifference + 60)] : ["Cache-Control": "max-age=\(lifetime)"]
        let origin = CacheOrigin { request throws(EndpointTransportError) in
            request.value(forHTTPHeaderField: "If-None-Match") == nil
                ? .made(200, fields.merging(date) { $1 }) : .made(304, ["ETag": "\"a\""])
        }
        let cache = cache(origin)
        try await cache.load(get())
        clock.advance(by: .seconds(60))
        for _ in 0..<2 { try await cache.load(get()) }
        #expect(origin.count == (isExpires ? 3 : 2))
    }

    @Test("Does not count the fraction of a second that Date leaves out toward the age")
    func fractionOfSecond() async throws {
        clock.advance(by: .milliseconds(700))
        let cache = cache(CacheOrigin(["Cache-Control": "max-age=1", "Date": clock.text(plus: 0)]))
        try await cache.load(get())
        clock.advance(by: .milliseconds(500))
        #expect(try await cache.load(get()).age == "0")
    }

    @Test("Does not use a stored response after the clock is set back", arguments: ["", "max-stale"])
    func clockSetBack(directive: String) async throws {
        let offset = Locked<TimeInterval>(0)
        let start = Date(timeIntervalSince1970: 1_735_689_600)
        let origin = CacheOrigin(["Cache-Control": "max-age=60"])
        let cache = CachingTransport(origin) { start.addingTimeInterval(offset.withLock(\.self)) }
        try await cache.load(get())
        // Another call may have stored the response just after this call read the clock.
        offset.withLock { $0 = -1 }
        #expect(try await cache.load(get("a", ["Cache-Control": directive])).age == "0")
        offset.withLock { $0 = -3_600 }
        #expect(try await cache.load(get("a", ["Cache-Control": directive])).age == nil)
        #expect(origin.count == 2)
    }

    @Test("Does not count a response as younger than its Age if the clock is set back during the request")
    func clockSetBackDuringRequest() async throws {
        let date = Locked(Date(timeIntervalSince1970: 1_735_689_600))
        let origin = CacheOrigin { _ in
            date.withLock { $0 = $0.addingTimeInterval(-3_600) }
            return .made(200, ["Cache-Control": "max-age=60", "Age": "30"])
        }
        let cache = CachingTransport(origin) { date.withLock(\.self) }
        for age in ["30", "30"] { #expect(try await cache.load(get()).age == age) }
        #expect(origin.count == 1)
    }
}
