import EndpointSupport
import EndpointTesting
import Foundation
import TestSupport
import Testing

@testable import EndpointCache

@Suite("CachingTransport, separation of users", .timeLimit(.minutes(1)))
struct CacheUserTests {
    private static let names = [
        "Authorization", "Proxy-Authorization", "Cookie", "X-API-Key", "Api-Key", "X-Auth-Token", "X-Access-Token",
        "X-GitHub-OTP", "X-JWT", "X-CSRF", "X-XSRF-Token", "CB-ACCESS-SIGN", "X-User-Id", "X-Session", "DPoP",
        "X-Tenant",
        "X-Account", "X-Amz-Security-Token", "X-Goog-Authenticated-User-Email", "Ocp-Apim-Subscription-Key", "From",
    ]
    private static let letters = "abcdefghijklmnopqrstuvwxyz"

    @Test(
        "Never gives a user the response of another user, for each known credential and for values of any length",
        arguments: names, [0, 40])
    func twoUsers(name: String, length: Int) async throws {
        var random = SeededGenerator(state: name.utf8.reduce(UInt64(length)) { 31 &* $0 &+ UInt64($1) })
        try await checkSeparation(by: name, lengths: length...length, &random)
    }

    @Test("Never gives a user the response of another user, for random fields and values", arguments: 0..<40)
    func twoUsers(seed: UInt64) async throws {
        var random = SeededGenerator(state: seed)
        try await checkSeparation(by: "X-" + random.text(1...12, of: Self.letters), lengths: 0...40, &random)
    }

    /// Sends requests of two users, whose values of a field differ, and of a user without the field, in random order.
    private func checkSeparation(
        by name: String,
        lengths: ClosedRange<Int>,
        _ random: inout SeededGenerator
    ) async throws {
        let characters = Self.letters + Self.letters.uppercased() + "0123456789-._~+/=:;, \""
        let values = [1, 2].map { "\($0)" + random.text(lengths, of: characters) }
            .map { $0.trimmingCharacters(in: .whitespaces) }
        let controls = [
            "max-age=60", "private, max-age=60", "public, max-age=60", "no-cache", "max-age=1, stale-if-error=600",
            "max-age=1, stale-while-revalidate=600", "max-age=60, immutable", "must-revalidate, max-age=1",
        ]
        let control = controls.randomElement(using: &random) ?? ""
        let vary = Bool.random(using: &random) ? "Accept" : "X-Other"
        let (isDown, validations) = (Locked(false), Locked(0))
        let origin = CacheOrigin { request throws(EndpointTransportError) in
            let fields = ["Cache-Control": control, "ETag": "\"1\"", "Vary": vary]
            if isDown.withLock(\.self) { return .made(503, body: "down") }
            // The tag identifies a version, not a user.
            if request.value(forHTTPHeaderField: "If-None-Match") != nil {
                validations.withLock { $0 += 1 }
                return .made(304, fields)
            }
            return .made(200, fields, body: request.value(forHTTPHeaderField: name) ?? "nobody")
        }
        let clock = ManualClock()
        let cache = CachingTransport(origin) { clock.date }
        for step in 0..<100 {
            isDown.withLock { $0 = step > 70 }
            let user = Int.random(in: 0...2, using: &random)
            let field = user < 2 ? [random.cased(name): values[user]] : [:]
            let path = "\(Int.random(in: 0...3, using: &random))"
            let method = Int.random(in: 0..<20, using: &random) == 0 ? "POST" : "GET"
            async let other = cache.load(get(path, [name: values[0]]))
            let loaded = try await cache.load(get(path, field, method: method))
            let expected = ["down", user < 2 ? values[user] : "nobody"]
            #expect(expected.contains(loaded.body), "\(name): \(values), \(control)")
            #expect(try await ["down", values[0]].contains(other.body), "\(name): \(values), \(control)")
            clock.advance(by: .milliseconds(Int.random(in: 0...900, using: &random)))
        }
        #expect(origin.count - validations.withLock(\.self) < 150)
    }

    @Test(
        "Shares a response between requests that differ in fields without credentials",
        arguments: [
            ("Accept", "text/plain"), ("accept-language", "de"), ("User-Agent", "App/1.2.3"),
            ("X-Request-ID", "0123456789"),
            ("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"), ("Priority", "u=1"),
            ("X-My-Trace", "12345"), ("X-B3-Flags", "1"), ("uber-trace-id", "1:2:0:1"),
        ])
    func shares(_ name: String, _ value: String) async throws {
        let origin = CacheOrigin(["Cache-Control": "max-age=60"])
        let cache = frozenCache(origin, unkeyedFields: ["x-MY-trace"])
        try await cache.load(get())
        #expect(try await cache.load(get("a", [name: value])).age == "0")
    }

    @Test(
        "Keeps responses apart by values that differ in bytes but not in their characters",
        arguments: [("Kim1", "\u{212A}im1"), ("Ren\u{E9}", "Rene\u{301}"), ("a\u{301}\u{323}", "a\u{323}\u{301}")])
    func canonicallyEquivalent(_ value: String, _ other: String) async throws {
        for name in ["X-User", "Accept"] {
            let cache = frozenCache(CacheOrigin(["Cache-Control": "max-age=60", "Vary": "Accept"]))
            try await cache.load(get("a", [name: value]))
            #expect(try await cache.load(get("a", [name: other])).age == nil, "\(name): \(other)")
            #expect(try await cache.load(get("a", [name: other])).age == "0", "\(name): \(other)")
        }
    }

    @Test("Keeps responses apart by a field that Vary spells in another case", arguments: ["ACCEPT", "accept"])
    func caseOfVary(name: String) async throws {
        let cache = frozenCache(CacheOrigin(["Cache-Control": "max-age=60", "Vary": name]))
        for accept in ["a", "b"] { #expect(try await cache.load(get("a", ["Accept": accept])).age == nil, "\(accept)") }
        #expect(try await cache.load(get("a", ["Accept": "a"])).age == "0")
    }

    @Test("Ignores the case of languages that Vary selects", arguments: ["Accept-Language", "accept-language"])
    func caseOfLanguages(name: String) async throws {
        let cache = frozenCache(CacheOrigin(["Cache-Control": "max-age=60", "Vary": name]))
        for (languages, age) in [("de-AT", nil), ("DE-at", "0"), ("de", nil)] {
            #expect(try await cache.load(get("a", ["Accept-Language": languages])).age == age, "\(languages)")
        }
    }

    @Test(
        "Keeps responses apart by the white space after a comma that does not separate members",
        arguments: [("User-Agent", "x (a,b)"), ("user-agent", "x,y"), ("X-Page", "1 (a,b)"), ("X-Page", "\"a,b\"")])
    func commas(_ name: String, _ value: String) async throws {
        let origin = CacheOrigin(["Cache-Control": "max-age=60", "Vary": name])
        let cache = frozenCache(origin, unkeyedFields: ["X-Page"])
        for (value, age) in [(value, nil), (value.replacing(",", with: ", "), nil), (value, "0")] {
            #expect(try await cache.load(get("a", [name: value])).age == age, "\(value)")
        }
    }

    @Test("Uses the latest of several responses that a request selects")
    func latest() async throws {
        let origin = CacheOrigin { request throws(EndpointTransportError) in
            let isFirst = request.value(forHTTPHeaderField: "Accept") == "a"
            let fields = ["Cache-Control": "max-age=60"]
            return isFirst
                ? .made(200, fields.merging(["Vary": "Accept"]) { $1 }, body: "old") : .made(200, fields, body: "new")
        }
        let cache = frozenCache(origin)
        for accept in ["a", "b"] { try await cache.load(get("a", ["Accept": accept])) }
        #expect(try await cache.load(get("a", ["Accept": "a"])) == Loaded(status: 200, body: "new", age: "0"))
    }

    @Test("Shares a response between requests with the same unknown fields in another order")
    func orderOfFields() async throws {
        let cache = frozenCache(CacheOrigin(["Cache-Control": "max-age=60"]))
        let names = (0..<90).map { "X-\($0)" }
        for (names, age) in [(names, nil), (names.reversed(), "0")] {
            var request = get()
            for name in names { request.setValue("1", forHTTPHeaderField: name) }
            #expect(try await cache.load(request).age == age)
        }
    }

    @Test("Keeps responses apart by Vary fields, unknown fields and URLs")
    func keepsApart() async throws {
        let origin = CacheOrigin(["Cache-Control": "max-age=60", "Vary": "Accept, X-Page"])
        let cache = frozenCache(origin, unkeyedFields: ["X-Page"])
        let requests: [[String: String]] = [
            [:], ["Accept": "a"], ["Accept": "b"], ["X-Page": "1"], ["X-Page": "2"], ["X-Patient": "7"],
            ["X-Patient": "8"], ["X-Patient": ""], ["X-Patient": ","], ["X-Unknown": "abcd"], ["X-Unknown": "abce"],
            ["Host": "a"], ["X-Unknown": "abcd", "X-Another": "abcd"],
        ]
        for fields in requests { #expect(try await cache.load(get("a", fields)).age == nil, "\(fields)") }
        for fields in requests { #expect(try await cache.load(get("a", fields)).age == "0", "\(fields)") }
        #expect(try await cache.load(get("a#fragment")).age == nil)
        #expect(try await cache.load(get("a?query")).age == nil)
        #expect(try await cache.load(URLRequest(url: url("https://example.com/api/a#fragment"))).age == "0")
        #expect(try await cache.load(URLRequest(url: url("http://example.com/api/a"))).age == nil)
    }
}

extension SeededGenerator {
    fileprivate mutating func text(_ count: ClosedRange<Int>, of characters: String) -> String {
        String((0..<Int.random(in: count, using: &self)).compactMap { _ in characters.randomElement(using: &self) })
    }

    fileprivate mutating func cased(_ name: String) -> String {
        String(name.map { Bool.random(using: &self) ? Character($0.uppercased()) : Character($0.lowercased()) })
    }
}
