import EndpointSupport
import EndpointTesting
import Foundation
import TestSupport
import Testing

@testable import EndpointCache

@Suite("CachingTransport, refreshes of a stored response", .timeLimit(.minutes(1)))
struct CacheRefreshTests {
    private let refresh = ["Cache-Control": "no-cache"]

    /// Creates an origin whose second response is different from the others.
    private func origin(
        second: @escaping @Sendable () -> EndpointStreamedResponse
    ) -> CacheOrigin {
        let count = Locked(0)
        return CacheOrigin { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number == 2 { return second() }
            return .made(200, ["Cache-Control": "max-age=3600", "ETag": "\"a\""], body: "old")
        }
    }

    @Test(
        "Removes a fresh response when a refresh shows that it is out of date",
        arguments: [204, 206, 301, 302, 307, 400, 401, 403, 404, 405, 410, 451])
    func outOfDate(status: Int) async throws {
        let cache = frozenCache(origin { .made(status, body: "gone") })
        try await cache.load(get())
        #expect(try await cache.load(get("a", refresh)).status == status)
        #expect(cache.size == 0)
        #expect(try await cache.load(get()).age == nil)
    }

    @Test("Keeps a fresh response when a refresh fails temporarily", arguments: [408, 429, 500, 502, 503, 504])
    func temporaryFailure(status: Int) async throws {
        let cache = frozenCache(origin { .made(status) })
        try await cache.load(get())
        #expect(try await cache.load(get("a", refresh)).status == status)
        #expect(try await cache.load(get()) == Loaded(status: 200, body: "old", age: "0"))
    }

    @Test("Removes a fresh response when a refresh brings a body that is too large to store")
    func tooLarge() async throws {
        let body = String(repeating: "x", count: 10_001)
        let cache = frozenCache(origin { .made(200, ["Cache-Control": "max-age=3600"], body: body) }, limit: 80_000)
        try await cache.load(get())
        #expect(try await cache.load(get("a", refresh)).body == body)
        #expect(cache.size == 0)
        #expect(try await cache.load(get()).age == nil)
    }

    @Test("Removes a response when a 304 has another tag, and the next response cannot be stored")
    func otherTag() async throws {
        let origin = CacheOrigin { [refresh] request throws(EndpointTransportError) in
            let isRefresh = request.value(forHTTPHeaderField: "Cache-Control") == refresh["Cache-Control"]
            if request.value(forHTTPHeaderField: "If-None-Match") != nil { return .made(304, ["ETag": "\"b\""]) }
            if isRefresh { return .made(200, ["Cache-Control": "no-store"], body: "new") }
            return .made(200, ["Cache-Control": "max-age=3600", "ETag": "\"a\""], body: "old")
        }
        let cache = frozenCache(origin)
        try await cache.load(get())
        #expect(try await cache.load(get("a", refresh)).body == "new")
        #expect(cache.size == 0)
    }

    @Test("Ends a background validation after the timeout of the request, and then starts another")
    func hangsInBackground() async throws {
        let (clock, hangs) = (ManualClock(), Gate())
        let origin = CacheOrigin { request throws(EndpointTransportError) in
            let fields = ["Cache-Control": "max-age=10, stale-while-revalidate=60", "ETag": "\"a\""]
            guard request.value(forHTTPHeaderField: "If-None-Match") != nil else { return .made(200, fields) }
            // Like a transport on a broken connection, this does not observe a deadline.
            try await hangs.pass()
            return .made(304, fields)
        }
        let cache = CachingTransport(origin) { clock.date }
        try await cache.load(get())
        clock.advance(by: .seconds(20))
        var request = get()
        request.timeoutInterval = 0.01
        while origin.count < 3 { #expect(try await cache.load(request).age == "20") }
        hangs.open()
    }

    @Test(
        "Gives a background validation 60 seconds if the timeout of the request is longer or missing",
        arguments: [3_600, 0])
    func longestBackgroundValidation(timeout: TimeInterval) async throws {
        let clock = ManualClock()
        let origin = CacheOrigin(["Cache-Control": "max-age=10, stale-while-revalidate=60", "ETag": "\"a\""])
        let cache = CachingTransport(origin) { clock.date }
        try await cache.load(get())
        clock.advance(by: .seconds(20))
        var request = get()
        request.timeoutInterval = timeout
        let start = ContinuousClock.now
        #expect(try await cache.load(request).age == "20")
        try await waitWhile(origin.count < 2)
        let deadline = try #require(origin.contexts[1].deadline)
        #expect((start + .seconds(60)...ContinuousClock.now + .seconds(60)).contains(deadline))
    }

    private enum Fault: CaseIterable { case hangs, hangsInBody, breaksOffInBody }

    @Test("Serves a stale response before the deadline if the server hangs or breaks off", arguments: Fault.allCases)
    private func staleIfError(fault: Fault) async throws {
        let hangs = Gate()
        let fields = ["Cache-Control": "max-age=0, stale-if-error=60", "ETag": "\"a\""]
        let new = fields.merging(["Content-Length": "3"]) { $1 }
        let origin = CacheOrigin { request throws(EndpointTransportError) in
            if request.value(forHTTPHeaderField: "If-None-Match") == nil { return .made(200, fields, body: "old") }
            if fault == .hangs { try await hangs.pass() }
            if fault == .breaksOffInBody {
                return .made(200, new, chunks: ["ne"], error: .truncated(URLError(.networkConnectionLost)))
            }
            let body = EndpointResponseBody {
                try await hangs.pass()
                return nil
            }
            return EndpointStreamedResponse(head: EndpointStreamedResponse.made(200, new).head, body: body)
        }
        let cache = frozenCache(origin)
        try await cache.load(get())
        let body = try await Deadline.run(.seconds(60)) { _ in
            let context = EndpointTransportContext(deadline: .now + .seconds(1))
            let response = try await cache.send(get(), context: context)
            return try await response.body.reduce(into: Data()) { $0 += $1 }
        }
        #expect(String(decoding: body, as: UTF8.self) == "old")
        hangs.open()
    }

    @Test("Accepts a deadline that is further away than any server waits")
    func distantDeadline() async throws {
        let cache = frozenCache(CacheOrigin(["Cache-Control": "max-age=0, stale-if-error=60", "ETag": "\"a\""]))
        try await cache.load(get())
        let context = EndpointTransportContext(deadline: .now + .seconds(1e20))
        #expect(try await cache.send(get(), context: context).statusCode == 200)
    }

    @Test("Ends a cancelled call at once, even if a stale response is allowed")
    func cancelled() async throws {
        let hangs = Gate()
        let origin = CacheOrigin { request throws(EndpointTransportError) in
            if request.value(forHTTPHeaderField: "If-None-Match") != nil { try await hangs.pass() }
            return .made(200, ["Cache-Control": "max-age=0, stale-if-error=60", "ETag": "\"a\""])
        }
        let cache = frozenCache(origin)
        try await cache.load(get())
        let call = Task { try await cache.load(get()) }
        try await waitWhile(origin.count < 2)
        call.cancel()
        let error = await #expect(throws: EndpointTransportError.self) { try await call.outcome }
        #expect(error?.kind == .cancelled)
        hangs.open()
    }

    @Test("Validates a response in each call, without waiting for a validation that hangs")
    func hangs() async throws {
        let (hangs, isFirst) = (Gate(), Locked(true))
        let origin = CacheOrigin { request throws(EndpointTransportError) in
            guard request.value(forHTTPHeaderField: "If-None-Match") != nil else {
                return .made(200, ["ETag": "\"a\""], body: "old")
            }
            let hangsNow = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            if hangsNow { try await hangs.pass() }
            return .made(304)
        }
        let cache = frozenCache(origin)
        try await cache.load(get())
        async let first = cache.load(get())
        try await waitWhile(origin.count < 2)
        for _ in 0..<3 { #expect(try await cache.load(get()).body == "old") }
        hangs.open()
        #expect(try await first.body == "old")
        #expect(origin.count == 5)
    }
}
