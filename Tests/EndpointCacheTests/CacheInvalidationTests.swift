import EndpointSupport
import EndpointTesting
import Foundation
import TestSupport
import Testing

@testable import EndpointCache

@Suite("CachingTransport, invalidation", .timeLimit(.minutes(1)))
struct CacheInvalidationTests {
    private static let fresh = ["Cache-Control": "max-age=60"]

    @Test(
        "Removes the responses of all users for the URL", arguments: ["POST", "PUT", "PATCH", "DELETE", "PURGE"])
    func removes(method: String) async throws {
        let cache = frozenCache(CacheOrigin(Self.fresh))
        try await cache.load(get())
        try await cache.load(get("a", ["Authorization": "Bearer ada"]))
        try await cache.load(get("b"))
        try await cache.load(get("a", method: method))
        #expect(try await cache.load(get()).age == nil)
        #expect(try await cache.load(get("a", ["Authorization": "Bearer ada"])).age == nil)
        #expect(try await cache.load(get("b")).age == "0")
    }

    /// URLs that are equivalent (RFC 9110, section 4.2.3).
    private static let equivalent = [
        ["http://h.test", "http://h.test/", "http://h.test:80", "HTTP://H.Test:80/#top", "http://h.test:/"],
        ["https://h.test?a=1", "https://h.test/?a=1", "https://h.test:443/?a=1#b"],
        ["https://h.test/~a/%2f", "https://h.test/%7Ea/%2F", "https://h.test/%7ea/%2F"],
        ["http://h.test:8080/a-b", "http://h.test:8080/a%2Db"],
    ]

    @Test("Treats equivalent URLs as the same", arguments: equivalent)
    func equivalentURLs(_ urls: [String]) async throws {
        for first in urls {
            for second in urls {
                let origin = CacheOrigin(Self.fresh)
                let cache = frozenCache(origin)
                let requests = [first, second].map { URLRequest(url: url($0)) }
                try await cache.load(requests[0])
                #expect(try await cache.load(requests[1]).age == "0", "\(first) \(second)")
                var post = requests[1]
                post.httpMethod = "POST"
                try await cache.load(post)
                #expect(try await cache.load(requests[0]).age == nil, "\(first) \(second)")
                // The server gets the URL as it is.
                #expect(
                    origin.requests.map(\.url) == [requests[0].url, post.url, requests[0].url], "\(first) \(second)")
            }
        }
    }

    @Test("Does not take other URLs for equivalent")
    func otherURLs() {
        let others = [
            "http://h.test/", "https://h.test/", "http://h.test:443/", "http://h.test/a", "http://h.test/A",
            "http://h.test/?", "http://h.test/%2F", "http://h.test//", "http://h.test/%252F", "http://h.test/%2Fa",
            "http://h.test.:80/",
        ]
        #expect(Set(others.map { url($0).sharedText }).count == others.count)
    }

    @Test("Keeps the responses when the request fails or is safe", arguments: [400, 404, 500])
    func keeps(status: Int) async throws {
        let origin = CacheOrigin { .made($0.httpMethod == "GET" ? 200 : status, Self.fresh) }
        let cache = frozenCache(origin)
        try await cache.load(get())
        try await cache.load(get(method: "PUT"))
        try await cache.load(get(method: "OPTIONS"))
        #expect(try await cache.load(get()).age == "0")
    }

    @Test("Removes the responses for Location and Content-Location of the same origin")
    func locations() async throws {
        let elsewhere = "https://elsewhere.example.com/api/d"
        let origin = CacheOrigin { request throws(EndpointTransportError) in
            let fields = ["Location": "b?page=2", "Content-Location": "HTTPS://Example.com:443/api/../api/c"]
            let other = ["Location": elsewhere]
            return switch request.httpMethod {
            case "POST": .made(201, fields)
            case "PUT": .made(201, other)
            default: .made(200, Self.fresh)
            }
        }
        let cache = frozenCache(origin)
        let page = URLRequest(url: url("https://example.com/api/b?page=2"))
        for request in [get("b"), page, get("c")] { try await cache.load(request) }
        try await cache.load(URLRequest(url: url(elsewhere)))
        try await cache.load(get(method: "POST"))
        try await cache.load(get(method: "PUT"))
        #expect(try await cache.load(get("b")).age == "0")
        #expect(try await cache.load(page).age == nil)
        #expect(try await cache.load(get("c")).age == nil)
        #expect(try await cache.load(URLRequest(url: url(elsewhere))).age == "0")
    }

    @Test("Removes the responses when the outcome is unknown, but not when nothing was sent")
    func unknownOutcome() async throws {
        let error = Locked<EndpointTransportError>(.timedOut)
        let origin = CacheOrigin { request throws(EndpointTransportError) in
            if request.httpMethod == "GET" { return .made(200, Self.fresh) }
            throw error.withLock(\.self)
        }
        let lost = URLError(.networkConnectionLost)
        let cases: [(EndpointTransportError, String?)] = [
            (.timedOut, nil), (.cancelled, nil), (.notResponding(lost), nil), (.unreachable(lost), nil),
            (.unreachable(URLError(.cannotConnectToHost)), "0"), (.invalidRequest(lost), "0"),
        ]
        for (failure, age) in cases {
            let cache = frozenCache(origin)
            error.withLock { $0 = failure }
            try await cache.load(get())
            let thrown = await #expect(throws: EndpointTransportError.self) {
                try await cache.load(get(method: "POST"))
            }
            #expect(thrown?.description == failure.description)
            #expect(try await cache.load(get()).age == age, "\(failure)")
        }
    }

    @Test(
        "Removes the response after a DELETE whose connection was refused, but not without a network",
        arguments: [(URLError.Code.cannotConnectToHost, nil), (.notConnectedToInternet, "0")])
    func repeatedDelete(_ code: URLError.Code, _ age: String?) async throws {
        let origin = CacheOrigin { request throws(EndpointTransportError) in
            if request.httpMethod == "GET" { return .made(200, Self.fresh) }
            throw .unreachable(URLError(code))
        }
        let cache = frozenCache(origin)
        try await cache.load(get())
        let error = await #expect(throws: EndpointTransportError.self) { try await cache.load(get(method: "DELETE")) }
        #expect(error?.kind == .unreachable)
        #expect(try await cache.load(get()).age == age)
    }

    @Test("Does not store a response that was requested before the resource changed", arguments: ["PUT", "removeAll"])
    func overtaken(change: String) async throws {
        let gate = Gate()
        let origin = CacheOrigin { request throws(EndpointTransportError) in
            if request.url?.lastPathComponent == "slow" && request.httpMethod == "GET" { try await gate.pass() }
            return .made(200, Self.fresh, body: "old")
        }
        let cache = frozenCache(origin)
        async let slow = cache.load(get("slow"))
        try await waitWhile(origin.count < 1)
        if change == "PUT" { try await cache.load(get("slow", method: "PUT")) } else { cache.removeAll() }
        try await cache.load(get("other"))
        gate.open()
        #expect(try await slow.body == "old")
        #expect(try await cache.load(get("slow")).age == nil)
        #expect(try await cache.load(get("slow")).age == "0")
        #expect(try await cache.load(get("other")).age == "0")
    }

    @Test("Asks the server while a PUT is running", arguments: [200, 400])
    func running(status: Int) async throws {
        let gate = Gate()
        let origin = CacheOrigin { request throws(EndpointTransportError) in
            if request.httpMethod == "PUT" { try await gate.pass() }
            return .made(request.httpMethod == "PUT" ? status : 200, Self.fresh)
        }
        let cache = frozenCache(origin)
        try await cache.load(get())
        let put = Task { try await cache.load(get(method: "PUT")) }
        try await waitWhile(origin.count < 2)
        #expect(try await cache.load(get()).age == nil)
        #expect(try await cache.load(get("a", ["Cache-Control": "only-if-cached"])).age == "0")
        gate.open()
        #expect(try await put.value.status == status)
        #expect(try await cache.load(get()).age == (status == 200 ? nil : "0"))
        #expect(try await cache.load(get()).age == "0")
    }

    @Test("Asks the server until the last of two requests that may change the resource is over")
    func runningTwice() async throws {
        let gates = ["PUT": Gate(), "DELETE": Gate()]
        let origin = CacheOrigin { request throws(EndpointTransportError) in
            if let gate = gates[request.httpMethod ?? ""] { try await gate.pass() }
            return .made(request.httpMethod == "DELETE" ? 400 : 200, Self.fresh)
        }
        let cache = frozenCache(origin)
        let put = Task { try await cache.load(get(method: "PUT")) }
        let delete = Task { try await cache.load(get(method: "DELETE")) }
        try await waitWhile(origin.count < 2)
        try await cache.load(get())
        gates["PUT"]?.open()
        _ = try await put.value
        #expect(try await cache.load(get()).age == nil)
        gates["DELETE"]?.open()
        _ = try await delete.value
        #expect(try await cache.load(get()).age == "0")
    }

    @Test("Replaces a response with the response to an older request that arrives later")
    func laterAnswerToOlderRequest() async throws {
        let gate = Gate()
        let origin = CacheOrigin { request throws(EndpointTransportError) in
            let isSlow = request.value(forHTTPHeaderField: "X-Request-ID") == "1"
            if isSlow { try await gate.pass() }
            return .made(200, Self.fresh, body: isSlow ? "new" : "old")
        }
        let cache = frozenCache(origin)
        async let slow = cache.load(get("a", ["X-Request-ID": "1"]))
        try await waitWhile(origin.count < 1)
        try await cache.load(get())
        gate.open()
        #expect(try await slow.body == "new")
        #expect(try await cache.load(get()) == Loaded(status: 200, body: "new", age: "0"))
    }

    @Test("Does not store a response after a later answer has shown that it is out of date", arguments: Later.allCases)
    private func outdatedWhileRead(later: Later) async throws {
        let answers = Locked(0)
        let origin = CacheOrigin { request throws(EndpointTransportError) in
            let count = answers.withLock { count in
                count += 1
                return count
            }
            if count < 3 { return .made(200, Self.fresh.merging(["ETag": "\"a\""]) { $1 }, body: "old") }
            return switch later {
            case .notFound: .made(404)
            case .tooLarge: .made(200, Self.fresh, body: String(repeating: "x", count: 10_001))
            case .head: .made(200, ["ETag": "\"b\""])
            }
        }
        let cache = frozenCache(origin, limit: 80_000)
        let refresh = ["Cache-Control": "no-cache"]
        try await cache.load(get())
        let old = try await cache.send(get("a", refresh))
        try await cache.load(get("a", refresh, method: later == .head ? "HEAD" : "GET"))
        for try await _ in old.body {}
        #expect(cache.size == 0)
    }

    private enum Later: CaseIterable { case notFound, tooLarge, head }

    @Test("Does not replace a response with a response that arrived earlier", arguments: [true, false])
    func slowOlderResponse(isValidated: Bool) async throws {
        let origin = CacheOrigin { request throws(EndpointTransportError) in
            let isOld = request.value(forHTTPHeaderField: "X-Request-ID") == "1"
            let isNew = request.value(forHTTPHeaderField: "If-None-Match") == nil
            return .made(
                isOld || isNew ? 200 : 304, Self.fresh.merging(["ETag": "\"a\""]) { $1 }, body: isOld ? "old" : "new")
        }
        let cache = frozenCache(origin)
        let oldRequest = get("a", ["Cache-Control": "no-cache", "X-Request-ID": "1"])
        let old: EndpointStreamedResponse
        if isValidated {
            try await cache.load(get())
            old = try await cache.send(oldRequest)
            try await cache.load(get("a", ["Cache-Control": "no-cache"]))
        } else {
            old = try await cache.send(oldRequest)
            try await cache.load(get())
        }
        for try await _ in old.body {}
        #expect(try await cache.load(get()).body == "new")
    }

    @Test("Removes all responses with removeAll")
    func removesAll() async throws {
        let cache = frozenCache(CacheOrigin(Self.fresh))
        for path in ["a", "b", "c"] { try await cache.load(get(path)) }
        #expect(cache.size > 3_000)
        cache.removeAll()
        #expect(cache.size == 0)
        #expect(try await cache.load(get()).age == nil)
    }
}
