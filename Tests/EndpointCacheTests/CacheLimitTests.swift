import EndpointSupport
import EndpointTesting
import Foundation
import TestSupport
import Testing

@testable import EndpointCache

@Suite("CachingTransport, size limit", .timeLimit(.minutes(1)))
struct CacheLimitTests {
    private let fresh = ["Cache-Control": "max-age=60"]

    /// The number of responses: a limit of ten bytes per response has room for only a few of them.
    private static let count = ProcessInfo.processInfo.environment["ENDPOINT_TESTS"] == "all" ? 100_000 : 5_000

    @Test("Stays under the limit with many distinct responses, and keeps the latest")
    func manyResponses() async throws {
        let limit = Self.count * 10
        let cache = frozenCache(CacheOrigin(fresh, body: "body"), limit: limit)
        var largest = 0
        for number in 0..<Self.count {
            try await cache.load(get("\(number)"))
            largest = max(largest, cache.size)
        }
        #expect((limit / 10 * 9...limit).contains(largest))
        #expect(try await cache.load(get("\(Self.count - 1)")).age == "0")
        #expect(try await cache.load(get("0")).age == nil)
    }

    @Test(
        "Removes the response that was least recently used or validated",
        arguments: [
            ("max-age=60", ""), ("max-age=60", "no-cache"),
            ("max-age=0, stale-while-revalidate=60", "only-if-cached"),
        ])
    func leastRecentlyUsed(lifetime: String, directive: String) async throws {
        let cache = frozenCache(CacheOrigin(["Cache-Control": lifetime, "ETag": "\"a\""]), limit: 80_000)
        try await cache.load(get("0"))
        let size = cache.size
        let count = 80_000 / size
        for number in 1..<count { try await cache.load(get("\(number % 10)", ["Accept-Language": "en"])) }
        cache.removeAll()
        for number in 0..<count { try await cache.load(get(String(format: "%03d", number))) }
        let kept = cache.size
        try await cache.load(get("000", ["Cache-Control": directive]))
        try await cache.load(get("more"))
        #expect(cache.size <= kept + 8)
        #expect(try await cache.load(get("000")).age == "0")
        #expect(try await cache.load(get("001")).age == nil)
    }

    @Test("Stores a response that takes up the whole limit, but no larger response")
    func exactLimit() async throws {
        let origin = CacheOrigin(fresh, body: "")
        let cache = frozenCache(origin)
        try await cache.load(get())
        for missing in [0, 1] {
            let exact = frozenCache(origin, limit: cache.size - missing)
            try await exact.load(get())
            #expect(exact.size == (missing == 0 ? cache.size : 0), "\(missing) bytes are missing")
        }
    }

    @Test("Counts the fields that a 304 adds, and stays under the limit")
    func grownHead() async throws {
        let large = String(repeating: "x", count: 60_000)
        let origin = CacheOrigin { request throws(EndpointTransportError) in
            let isNew = request.value(forHTTPHeaderField: "If-None-Match") == nil
            return .made(isNew ? 200 : 304, ["ETag": "\"a\""].merging(isNew ? [:] : ["X-Large": large]) { $1 })
        }
        let cache = frozenCache(origin, limit: 80_000)
        for path in ["a", "b", "a"] { try await cache.load(get(path)) }
        #expect((60_000...80_000).contains(cache.size))
        try await cache.load(get("b"))
        #expect((60_000...80_000).contains(cache.size))
        cache.removeAll()
        #expect(cache.size == 0)
    }

    @Test("Counts bodies, header fields, URLs and credentials toward the size")
    func counts() async throws {
        func size(
            _ fields: [String: String] = [:], body: String = "", path: String = "a", _ request: [String: String] = [:]
        )
            async throws -> Int
        {
            let cache = frozenCache(CacheOrigin(fresh.merging(fields) { $1 }, body: body))
            try await cache.load(get(path, request))
            return cache.size
        }
        let large = String(repeating: "x", count: 10_000)
        let none = try await size()
        #expect(try await size(body: large) == none + 10_000)
        #expect(try await size(["X-Large": large]) >= none + 10_000)
        #expect(try await size(path: large) >= none + 9_999)
        #expect(try await size(["Authorization": large]) >= none + 10_000)
        #expect(try await size(["Vary": "Accept"], ["Accept": large]) >= none + 10_000)
    }

    @Test("Retains nothing about a URL without running requests and stored responses")
    func nothingRetained() async throws {
        let cache = frozenCache(CacheOrigin(fresh.merging(["Vary": "Accept"]) { $1 }))
        for accept in ["a", "b"] { try await cache.load(get("a", ["Accept": accept])) }
        for method in ["HEAD", "PUT"] { try await cache.load(get("b", method: method)) }
        cache.removeAll()
        let children = Mirror(reflecting: cache.store.withLock(\.self)).children
        for (name, value) in Array(children) + children.flatMap({ Mirror(reflecting: $0.value).children }) {
            if let collection = value as? any Collection { #expect(collection.isEmpty, "\(name ?? "")") }
        }
    }

    @Test("Does not retain the field names of no-cache, which the size does not count")
    func uncachedFieldNames() async throws {
        let names = (0..<1_000).map { "f\($0)" }.joined(separator: ",")
        let cache = frozenCache(CacheOrigin(["Cache-Control": "max-age=60, no-cache=\"\(names)\"", "F7": "x"]))
        try await cache.load(get())
        #expect(try await cache.send(get()).headerField("F7") == nil)
        let request = try #require(CacheRequest(get(), unkeyedFields: []))
        let stored = try #require(cache.store.withLock { $0.find(request) })
        #expect(stored.response.head.directives.uncachedFields.isEmpty)
    }

    @Test("Counts bodies while they are read, and does not store a body that does not fit")
    func reserves() async throws {
        let origin = CacheOrigin { [fresh] _ in .made(200, fresh, chunks: [String](repeating: "x", count: 20_000)) }
        let cache = frozenCache(origin, limit: 200_000)
        var readers: [EndpointResponseBody] = []
        for number in 0..<20 {
            var iterator = try await cache.send(get("\(number)")).body.makeAsyncIterator()
            for _ in 0..<15_000 { _ = try await iterator.next() }
            readers.append(iterator)
            #expect(cache.size <= 200_000, "after response \(number)")
        }
        for var reader in readers { while try await reader.next() != nil { #expect(cache.size <= 200_000) } }
        readers = []
        #expect(cache.size > 20_000)
        cache.removeAll()
        #expect(cache.size == 0)
    }

    @Test("Stores nothing if the limit is too small", arguments: [0, -1, 100])
    func noRoom(limit: Int) async throws {
        let cache = frozenCache(CacheOrigin(fresh), limit: limit)
        for _ in 0..<2 { #expect(try await cache.load(get()) == Loaded(status: 200, body: "body")) }
        #expect(cache.size == 0)
    }

    @Test("Keeps the stored responses when a response is larger than the limit")
    func tooLargeHead() async throws {
        let origin = CacheOrigin { [fresh] request throws(EndpointTransportError) in
            let isLarge = request.url?.lastPathComponent == "large"
            return .made(200, isLarge ? fresh.merging(["X": String(repeating: "x", count: 80_000)]) { $1 } : fresh)
        }
        let cache = frozenCache(origin, limit: 80_000)
        for path in ["a", "large"] { try await cache.load(get(path)) }
        #expect(try await cache.load(get()).age == "0")
    }

    @Test("Keeps the latest 32 variants of a URL")
    func variants() async throws {
        let cache = frozenCache(CacheOrigin(fresh.merging(["Vary": "Accept"]) { $1 }))
        for number in 0..<40 { try await cache.load(get("a", ["Accept": "text/\(number)"])) }
        #expect(try await cache.load(get("a", ["Accept": "text/39"])).age == "0")
        #expect(try await cache.load(get("a", ["Accept": "text/8"])).age == "0")
        #expect(try await cache.load(get("a", ["Accept": "text/7"])).age == nil)
    }
}
