import EndpointTesting
import Foundation
import TestSupport
import Testing

@testable import EndpointCache

@Suite("CachingTransport, request directives", .timeLimit(.minutes(1)))
struct CacheRequestTests {
    private let clock = ManualClock()

    /// Creates a cache with one response, whose age is 10 s.
    private func cache(_ origin: CacheOrigin) async throws -> CachingTransport {
        let cache = CachingTransport(origin) { [clock] in clock.date }
        try await cache.load(get())
        clock.advance(by: .seconds(10))
        return cache
    }

    @Test(
        "Uses a fresh response if the directives allow it",
        arguments: [
            ("max-age=10", "10"), ("max-age=9", nil), ("max-age=0", nil), ("max-age=x", nil), ("min-fresh=50", "10"),
            ("min-fresh=51", nil), ("min-fresh", nil), ("no-cache", nil), ("only-if-cached", "10"), ("max-stale", "10"),
        ])
    func fresh(_ directive: String, _ age: String?) async throws {
        let cache = try await cache(CacheOrigin(["Cache-Control": "max-age=60"]))
        #expect(try await cache.load(get("a", ["cache-control": directive])).age == age)
    }

    @Test(
        "Uses a stale response if the directives allow it",
        arguments: [
            ("max-stale", "10"), ("max-stale=5", "10"), ("max-stale=4", nil), ("max-stale=x", nil), ("", nil),
            ("max-age=10, max-stale", "10"), ("max-age=9, max-stale", nil), ("max-age=0, max-stale", nil),
        ])
    func stale(_ directive: String, _ age: String?) async throws {
        for lifetime in ["max-age=5", "max-age=5, immutable"] {
            let cache = try await cache(CacheOrigin(["Cache-Control": lifetime]))
            #expect(try await cache.load(get("a", ["Cache-Control": directive])).age == age, "\(lifetime)")
        }
        let strict = try await self.cache(CacheOrigin(["Cache-Control": "max-age=5, must-revalidate"]))
        #expect(try await strict.load(get("a", ["Cache-Control": directive])).age == nil)
    }

    @Test("Asks the server for a request with max-age=0 even at the time of the stored response")
    func noAge() async throws {
        let origin = CacheOrigin(["Cache-Control": "max-age=60"])
        let cache = frozenCache(origin)
        for (directive, count) in [("no-transform", 1), ("max-age=1", 1), ("max-age=0", 2)] {
            try await cache.load(get("a", ["Cache-Control": directive]))
            #expect(origin.count == count, "\(directive)")
        }
    }

    @Test("Limits Age to the largest value that every recipient understands (RFC 9111, section 1.2.2)")
    func largestAge() async throws {
        let cache = try await cache(CacheOrigin(["Cache-Control": "max-age=9999999999", "Age": "2147483647"]))
        #expect(try await cache.load(get()).age == "2147483647")
    }

    @Test("Answers only-if-cached with 504 if there is no fresh response")
    func onlyIfCached() async throws {
        let origin = CacheOrigin(["Cache-Control": "max-age=5"])
        let cache = try await cache(origin)
        let fields = ["Cache-Control": "only-if-cached"]
        for request in [get("a", fields), get("b", fields), get("b", fields, method: "HEAD")] {
            #expect(try await cache.load(request) == Loaded(status: 504, body: ""), "\(request.curlCommand)")
        }
        #expect(origin.count == 1)
    }

    @Test(
        "Answers only-if-cached, HEAD and ranges within stale-while-revalidate without a request to the server",
        arguments: [
            get("a", ["Cache-Control": "only-if-cached"]), get(method: "HEAD"), get("a", ["Range": "bytes=0-0"]),
        ])
    func staleWithoutValidation(_ request: URLRequest) async throws {
        let origin = CacheOrigin(["Cache-Control": "max-age=5, stale-while-revalidate=60"])
        let cache = try await cache(origin)
        #expect(try await cache.load(request).age == "10")
        // If a validation had begun, its request would arrive before the request of this call's validation.
        #expect(try await cache.load(get("a", ["X-Request-ID": "2"])).age == "10")
        try await waitWhile(origin.count < 2)
        #expect(origin.requests.map { $0.value(forHTTPHeaderField: "X-Request-ID") } == [nil, "2"])
    }

    @Test("Answers only-if-cached with 504 if the stored response cannot supply the range")
    func onlyIfCachedRange() async throws {
        let origin = CacheOrigin(["Cache-Control": "max-age=60", "Content-Encoding": "gzip"])
        let cache = try await cache(origin)
        let request = get("a", ["Cache-Control": "only-if-cached", "Range": "bytes=0-0"])
        #expect(try await cache.load(request) == Loaded(status: 504, body: ""))
        #expect(origin.count == 1)
    }

    @Test(
        "Answers only-if-cached with 504 if the request may not be answered from memory",
        arguments: [
            ["Cache-Control": "only-if-cached, no-store"],
            ["Cache-Control": "only-if-cached", "If-None-Match": "\"v1\""],
        ])
    func onlyIfCachedPastTheCache(fields: [String: String]) async throws {
        let origin = CacheOrigin(["Cache-Control": "max-age=60"])
        let cache = try await cache(origin)
        #expect(try await cache.load(get("a", fields)) == Loaded(status: 504, body: ""))
        #expect(origin.count == 1)
    }

    @Test("Answers a HEAD request with a range without a body, and with the status 200")
    func headWithRange() async throws {
        let origin = CacheOrigin(["Cache-Control": "max-age=60"])
        let cache = try await cache(origin)
        let answer = try await cache.load(get("a", ["Range": "bytes=0-1"], method: "HEAD"))
        #expect(answer == Loaded(status: 200, body: "", age: "10"))
        #expect(origin.count == 1)
    }

    @Test("Follows Pragma unless the request has Cache-Control")
    func pragma() async throws {
        let cache = try await cache(CacheOrigin(["Cache-Control": "max-age=60"]))
        #expect(try await cache.load(get("a", ["Pragma": "no-cache", "Cache-Control": "max-age=30"])).age == "10")
        for value in ["no-cache", "No-Cache"] {
            #expect(try await cache.load(get("a", ["Pragma": value])).age == nil, "\(value)")
        }
    }

    @Test("Follows the cache policy of URLRequest")
    func cachePolicy() async throws {
        let origin = CacheOrigin(["Cache-Control": "max-age=5"])
        let cache = try await cache(origin)
        func load(_ policy: URLRequest.CachePolicy, _ path: String = "a") async throws -> Loaded {
            var request = get(path)
            request.cachePolicy = policy
            return try await cache.load(request)
        }
        #expect(try await load(.returnCacheDataElseLoad).age == "10")
        #expect(try await load(.returnCacheDataDontLoad).age == "10")
        #expect(try await load(.returnCacheDataDontLoad, "b").status == 504)
        #expect(origin.count == 1)
        #expect(try await load(.returnCacheDataElseLoad, "b").status == 200)
        #expect(try await load(.reloadIgnoringLocalCacheData).age == nil)
        #expect(try await load(.useProtocolCachePolicy).age == "0")
        #expect(try await load(.reloadRevalidatingCacheData).age == nil)
    }

    @Test("Answers HEAD from a stored GET, without the body")
    func head() async throws {
        let origin = CacheOrigin(["Cache-Control": "max-age=60"])
        let cache = try await cache(origin)
        #expect(try await cache.load(get(method: "HEAD")) == Loaded(status: 200, body: "", age: "10"))
        clock.advance(by: .seconds(60))
        #expect(try await cache.load(get(method: "HEAD")).age == nil)
        #expect(origin.requests.map(\.httpMethod) == ["GET", "HEAD"])
    }

    @Test(
        "Removes a stored response when HEAD shows that it is out of date, but not when HEAD fails",
        arguments: ["ETag", "Last-Modified", "Content-Length"], [200, 404, 503])
    func headUpdate(field: String, status: Int) async throws {
        let origin = CacheOrigin { request throws(EndpointTransportError) in
            let isHead = request.httpMethod == "HEAD"
            return .made(isHead ? status : 200, ["Cache-Control": "max-age=5", field: isHead ? "1" : "0"])
        }
        let cache = try await cache(origin)
        try await cache.load(get(method: "HEAD"))
        #expect((cache.size == 0) == (status == 200))
    }

    @Test(
        "Answers a range request from a stored whole response",
        arguments: [
            ("bytes=0-1", "01", "0-1"), ("bytes=2-", "23456789", "2-9"), ("bytes=-3", "789", "7-9"),
            ("Bytes=9-9", "9", "9-9"), ("bytes=5-99999999999999999999", "56789", "5-9"),
            ("bytes=-99999999999999999999", "0123456789", "0-9"),
        ])
    func range(_ range: String, _ body: String, _ bounds: String) async throws {
        let origin = CacheOrigin(["Cache-Control": "max-age=60", "Content-Length": "10"], body: "0123456789")
        let cache = try await cache(origin)
        let response = try await cache.send(get("a", ["Range": range]))
        #expect(response.headerField("Content-Range") == "bytes \(bounds)/10")
        #expect(response.headerField("Content-Length") == String(body.utf8.count))
        #expect(try await cache.load(get("a", ["Range": range])) == Loaded(status: 206, body: body, age: "10"))
        #expect(origin.count == 1)
    }

    @Test(
        "Forwards a range request that it cannot answer",
        arguments: [
            "bytes=10-", "bytes=2-1", "bytes=0-1,3-4", "bytes=-0", "bytes=-", "bytes=a-b", "items=0-1", "bytes",
        ])
    func unansweredRange(_ range: String) async throws {
        let origin = CacheOrigin(["Cache-Control": "max-age=60"], body: "0123456789")
        let cache = try await cache(origin)
        try await cache.load(get("a", ["Range": range]))
        #expect(origin.requests.last?.value(forHTTPHeaderField: "Range") == range)
        #expect(origin.count == 2)
    }

    @Test("Forwards a range request if the stored body was decoded")
    func encodedRange() async throws {
        let origin = CacheOrigin(["Cache-Control": "max-age=60", "Content-Encoding": "gzip"], body: "0123456789")
        let cache = try await cache(origin)
        try await cache.load(get("a", ["Range": "bytes=0-1"]))
        #expect(origin.count == 2)
    }

    @Test("Forwards a range request if the stored response has another status than 200")
    func rangeOfError() async throws {
        let origin = CacheOrigin { _ in .made(404, ["Cache-Control": "max-age=60"], body: "Not found") }
        let cache = try await cache(origin)
        #expect(try await cache.load(get("a", ["Range": "bytes=0-1"])).status == 404)
        #expect(origin.count == 2)
    }

    @Test("Throws cancelled in a cancelled task")
    func cancelled() async throws {
        let cache = try await cache(CacheOrigin(["Cache-Control": "max-age=60"]))
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await cache.load(get())
        }
        task.cancel()
        let error = await #expect(throws: EndpointTransportError.self) { try await task.value }
        #expect(error?.kind == .cancelled)
    }
}
