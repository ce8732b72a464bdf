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

    @Test("Ends a background validation after the timeout of the request, and validates again in the next call")
    func hangsInBackground() async throws {
        let (clock, hangs) = (ManualClock(), Gate())
        let origin = CacheOrigin { request throws(EndpointTransportError) in
            let fields = ["Cache-Control": "max-age=10, stale-while-revalidate=60", "ETag": "\"a\""]
            guard request.value(forHTTPHeaderField: "If-None-Match") != nil else { return .made(200, fields) }
            // Like a transport on a broken connection, this does not observe a deadline.
            if request.timeoutInterval < 60 { try await hangs.pass() }
            return .made(304, fields)
        }
        let cache = CachingTransport(origin) { clock.date }
        try await cache.load(get())
        clock.advance(by: .seconds(20))
        var request = get()
        request.timeoutInterval = 0.01
        #expect(try await cache.load(request).age == "20")
        clock.advance(by: .seconds(60))
        let context = EndpointTransportContext(deadline: .now + .seconds(30))
        #expect(try await cache.send(get(), context: context).headerField("Age") == nil)
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

    /// Creates an origin whose first validations hang, and a cache that has stored its response.
    private func storedResponse(
        hangingAt gate: Gate,
        count: Int = 1,
        patience: Duration = .seconds(315_360_000)
    ) async throws -> (CacheOrigin, CachingTransport) {
        let hangCount = Locked(count)
        let origin = CacheOrigin { request throws(EndpointTransportError) in
            let fields = ["Cache-Control": "max-age=0, stale-if-error=60", "ETag": "\"a\""]
            if request.value(forHTTPHeaderField: "If-None-Match") == nil { return .made(200, fields, body: "old") }
            let hangs = hangCount.withLock { count in
                count -= 1
                return count >= 0
            }
            if hangs { try await gate.pass() }
            return .made(200, fields, body: "new")
        }
        let cache = frozenCache(origin, patience: patience)
        try await cache.load(get())
        return (origin, cache)
    }

    @Test(
        "Serves a stale response before the deadline to a call that waits for the validation of another call",
        arguments: [Duration.seconds(1), .seconds(-1)])
    func staleIfErrorWhileWaiting(timeout: Duration) async throws {
        let hangs = Gate()
        let (origin, cache) = try await storedResponse(hangingAt: hangs, count: 2)
        let first = Task { try await cache.load(get()) }
        try await waitWhile(origin.count < 2)
        let context = EndpointTransportContext(deadline: .now + timeout)
        #expect(try await cache.send(get(), context: context).headerField("Age") == "0")
        hangs.open()
        #expect(try await first.value.body == "new")
        // After half of its time, the waiting call sends its own request, unless its task is resumed too late.
        #expect((2...3).contains(origin.count))
    }

    @Test("Accepts a deadline that is further away than any server waits")
    func distantDeadline() async throws {
        let cache = frozenCache(CacheOrigin(["Cache-Control": "max-age=0, stale-if-error=60", "ETag": "\"a\""]))
        try await cache.load(get())
        let context = EndpointTransportContext(deadline: .now + .seconds(1e20))
        #expect(try await cache.send(get(), context: context).statusCode == 200)
    }

    @Test("Lets a waiting call validate if the first call is cancelled, even if a stale response is allowed")
    func firstCallIsCancelled() async throws {
        let hangs = Gate()
        let (origin, cache) = try await storedResponse(hangingAt: hangs)
        let first = Task { try await cache.load(get()) }
        try await waitWhile(origin.count < 2)
        async let second = cache.load(get())
        try await waitWhile(cache.validation(for: get())?.waiterCount != 1)
        first.cancel()
        #expect(try await second.body == "new")
        let error = await #expect(throws: EndpointTransportError.self) { try await first.value }
        #expect(error?.kind == .cancelled)
        hangs.open()
    }

    @Test("Ends a cancelled call with its own request at once, even if a stale response is allowed")
    func secondCallIsCancelled() async throws {
        let hangs = Gate()
        let (origin, cache) = try await storedResponse(hangingAt: hangs, count: 2, patience: .zero)
        async let first = cache.load(get())
        try await waitWhile(origin.count < 2)
        let second = Task { try await cache.load(get()) }
        try await waitWhile(origin.count < 3)
        second.cancel()
        let error = await #expect(throws: EndpointTransportError.self) { try await second.value }
        #expect(error?.kind == .cancelled)
        hangs.open()
        #expect(try await first.body == "new")
    }

    @Test("Lets a waiting call validate if the time of the first call ends, even if a stale response is allowed")
    func firstCallHasLessTime() async throws {
        let hangs = Gate()
        let (origin, cache) = try await storedResponse(hangingAt: hangs)
        var first: Task<EndpointStreamedResponse, any Error>
        // On a busy machine, the time may be over before the request is sent.
        repeat {
            let isOver = Locked(false)
            first = Task {
                defer { isOver.withLock { $0 = true } }
                return try await cache.send(get(), context: EndpointTransportContext(deadline: .now + .seconds(1)))
            }
            try await waitWhile(origin.count < 2 && !isOver.withLock(\.self))
        } while origin.count < 2
        #expect(try await cache.load(get()).body == "new")
        #expect(try await first.value.headerField("Age") == "0")
        hangs.open()
    }
}
