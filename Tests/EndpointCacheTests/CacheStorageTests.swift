import EndpointSupport
import EndpointTesting
import Foundation
import TestSupport
import Testing

@testable import EndpointCache

@Suite("CachingTransport, storage", .timeLimit(.minutes(1)))
struct CacheStorageTests {
    private let fresh = ["Cache-Control": "max-age=60"]

    @Test("Stores a small response, and answers the next call from memory")
    func storesSmall() async throws {
        let origin = CacheOrigin(fresh, body: "hello")
        let cache = frozenCache(origin)
        #expect(try await cache.load(get()) == Loaded(status: 200, body: "hello"))
        #expect(try await cache.load(get()) == Loaded(status: 200, body: "hello", age: "0"))
        #expect(origin.count == 1)
    }

    @Test("Stores a redirect with a short body that the controller does not read", arguments: ["", "moved"])
    func redirect(body: String) async throws {
        let origin = CacheOrigin { [fresh] request throws(EndpointTransportError) in
            guard request.url?.lastPathComponent == "old" else { return .made(200, fresh) }
            let fields = ["Location": "new", "Content-Length": "\(body.utf8.count)"]
            return .made(301, fresh.merging(fields) { $1 }, body: body)
        }
        let api = Controller(baseURL: baseURL, transport: frozenCache(origin))
        for _ in 0..<3 {
            #expect(try await api.load(RESTEndpoint(.get, path: "old").parsed(by: .response)).statusCode == 200)
        }
        #expect(origin.requests.map { $0.url?.lastPathComponent } == ["old", "new"])
    }

    @Test("Follows a redirect whose body does not end", .timeLimit(.minutes(1)))
    func endlessRedirect() async throws {
        let hangs = Gate()
        let origin = CacheOrigin { request throws(EndpointTransportError) in
            guard request.url?.lastPathComponent == "old" else { return .made(200) }
            let head = EndpointResponseHead(
                url: request.url, statusCode: 301, headerFields: ["Location": "new", "ETag": "\"a\""])
            let body = EndpointResponseBody {
                try await hangs.pass()
                return nil
            }
            return EndpointStreamedResponse(head: head, body: body)
        }
        let api = Controller(baseURL: baseURL, transport: frozenCache(origin))
        #expect(try await api.load(RESTEndpoint(.get, path: "old").parsed(by: .response)).statusCode == 200)
        hangs.open()
    }

    @Test("Does not read ahead for a streaming caller, and stores the body when it is read to its end")
    func storesWhileRead() async throws {
        let pulls = Locked(0)
        let origin = CacheOrigin { [fresh] _ in
            .made(200, fresh, chunks: ["a", "b"]) { pulls.withLock { $0 += 1 } }
        }
        let cache = frozenCache(origin)
        let response = try await cache.send(get())
        #expect(pulls.withLock(\.self) == 0)
        var iterator = response.body.makeAsyncIterator()
        #expect(try await iterator.next() == Data("a".utf8))
        #expect(pulls.withLock(\.self) == 1)
        #expect(try await iterator.next() == Data("b".utf8))
        #expect(try await cache.load(get()).age == nil)
        #expect(try await iterator.next() == nil)
        #expect(try await cache.load(get()) == Loaded(status: 200, body: "ab", age: "0"))
    }

    @Test("Does not store an abandoned body, and frees its memory")
    func abandoned() async throws {
        let origin = CacheOrigin { [fresh] _ in .made(200, fresh, chunks: ["abc", "def"]) }
        let cache = frozenCache(origin)
        do {
            let response = try await cache.send(get(), context: EndpointTransportContext())
            var iterator = response.body.makeAsyncIterator()
            #expect(try await iterator.next() == Data("abc".utf8))
            #expect(cache.size > 0)
        }
        #expect(cache.size == 0)
        #expect(try await cache.load(get()).age == nil)
    }

    @Test("Does not store a truncated body, and passes on the bytes that arrived", arguments: [nil, "7"])
    func truncated(length: String?) async throws {
        let error = EndpointTransportError.truncated(URLError(.networkConnectionLost))
        let origin = CacheOrigin { [fresh] _ in
            .made(
                200, fresh.merging(["Content-Length": length].compactMapValues(\.self)) { $1 }, chunks: ["abc", "def"],
                error: error)
        }
        let cache = frozenCache(origin)
        let response = try await cache.send(get(), context: EndpointTransportContext())
        var read = ""
        let thrown = await #expect(throws: EndpointTransportError.self) {
            for try await chunk in response.body { read += String(decoding: chunk, as: UTF8.self) }
        }
        #expect(thrown?.kind == .truncated)
        #expect(read == "abcdef")
        #expect(cache.size == 0)
    }

    @Test("Stores a body of an eighth of the limit, but passes a larger one on", arguments: [true, false])
    func largeBody(announcesLength: Bool) async throws {
        let body = String(repeating: "x", count: 10_001)
        let fields = announcesLength ? ["Content-Length": "10001"] : [:]
        let origin = CacheOrigin(fresh.merging(fields) { $1 }, body: body)
        let cache = frozenCache(origin, limit: 80_000)
        #expect(try await cache.load(get()).body == body)
        #expect(try await cache.load(get()) == Loaded(status: 200, body: body))
        #expect(cache.size == 0)
        let larger = frozenCache(origin, limit: 80_008)
        try await larger.load(get())
        #expect(try await larger.load(get()) == Loaded(status: 200, body: body, age: "0"))
    }

    @Test("Frees the memory of a body as soon as it is too large to store", arguments: [true, false])
    func largeStream(announcesLength: Bool) async throws {
        let chunk = String(repeating: "x", count: 6_000)
        let fields = fresh.merging(announcesLength ? ["Content-Length": "18000"] : [:]) { $1 }
        let origin = CacheOrigin { _ in .made(200, fields, chunks: [chunk, chunk, chunk]) }
        let cache = frozenCache(origin, limit: 80_000)
        var sizes: [Int] = []
        for try await _ in try await cache.send(get()).body { sizes.append(cache.size) }
        #expect(sizes == [announcesLength ? 0 : 12_000, 0, 0])
    }

    @Test(
        "Does not store forbidden or unusable responses, or event streams",
        arguments: [
            ["Cache-Control": "max-age=60, no-store"], ["Cache-Control": "max-age=60", "Vary": "*"],
            ["Cache-Control": "max-age=60", "Vary": "Accept, *"], ["ETag": "\"a\"", "Cache-Control": "No-Store"],
            ["Cache-Control": "max-age=60", "Content-Type": "text/event-stream"],
            ["Cache-Control": "max-age=60", "Content-Type": "Text/Event-Stream; charset=utf-8"],
            ["Cache-Control": "max-age=0"], [:], ["Cache-Control": "max-age=60, must-understand", "X-Status": "299"],
        ])
    func unstorable(_ fields: [String: String]) async throws {
        let status = fields["X-Status"].flatMap { Int($0) } ?? 200
        let origin = CacheOrigin { _ in .made(status, fields, body: "x") }
        let cache = frozenCache(origin)
        try await cache.load(get())
        #expect(cache.size == 0)
        try await cache.load(get())
        #expect(origin.count == 2)
    }

    @Test("Does not store a response that RFC 6585 forbids caches to store", arguments: [428, 429, 431, 511])
    func forbiddenStatus(status: Int) async throws {
        let origin = CacheOrigin { [fresh] _ in .made(status, fresh) }
        let cache = frozenCache(origin)
        for _ in 0..<2 { #expect(try await cache.load(get()).age == nil) }
        #expect(origin.count == 2)
    }

    @Test("Does not store a partial response, or a response to a range request")
    func parts() async throws {
        let fields = ["Cache-Control": "max-age=60", "Content-Range": "bytes 0-1/4", "ETag": "\"a\""]
        let origin = CacheOrigin { _ in .made(206, fields, body: "ab") }
        let cache = frozenCache(origin)
        try await cache.load(get())
        try await cache.load(get("a", ["Range": "bytes=0-1"]))
        #expect(cache.size == 0)
        // A whole response to a range request is not stored either.
        let ignorant = frozenCache(CacheOrigin(fresh))
        try await ignorant.load(get("a", ["Range": "bytes=0-1"]))
        #expect(ignorant.size == 0)
    }

    @Test("Bypasses the cache for OPTIONS, and with conditions or no-store")
    func passes() async throws {
        let requests =
            [get("a", ["Cache-Control": "no-store"]), get("a", method: "OPTIONS")]
            + ["If-Match", "if-none-match", "If-Modified-Since", "If-Unmodified-Since", "If-Range"].map {
                get("a", [$0: "\"x\""])
            }
        for request in requests {
            let origin = CacheOrigin(fresh)
            let cache = frozenCache(origin)
            try await cache.load(request)
            #expect(cache.size == 0, "\(request.curlCommand)")
            try await cache.load(get())
            #expect(try await cache.load(request).age == nil, "\(request.curlCommand)")
            #expect(origin.count == 3, "\(request.curlCommand)")
            #expect(origin.requests.last == request, "\(request.curlCommand)")
        }
    }

    @Test("Passes the context to the wrapped transport unchanged")
    func context() async throws {
        let origin = CacheOrigin(["ETag": "\"a\"", "Cache-Control": "no-cache"])
        let cache = frozenCache(origin)
        let told = Locked(0)
        let context = EndpointTransportContext(deadline: .now + .seconds(7)) { _ in
            told.withLock { $0 += 1 }
        }
        for request in [get(), get(), get("a", method: "POST"), get("a", ["Range": "bytes=0-1"])] {
            _ = try await cache.send(request, context: context)
        }
        #expect(origin.count == 4)
        for passed in origin.contexts {
            #expect(passed.deadline == context.deadline)
            passed.onUpload?(EndpointProgress(completed: 1, total: nil))
        }
        #expect(told.withLock(\.self) == 4)
    }

    @Test("Hides its contents in dumps")
    func reflection() async throws {
        let cache = frozenCache(CacheOrigin(fresh, body: "secret-body"))
        try await cache.load(get("a", ["Authorization": "Bearer secret-token"]))
        var text = ""
        dump(cache, to: &text)
        #expect(!text.contains("secret"))
        #expect(text.contains("size"))
    }
}
