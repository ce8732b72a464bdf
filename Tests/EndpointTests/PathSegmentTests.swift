import Endpoint
import Foundation
import Testing

/// U+FDD0, a noncharacter, which a string may contain.
private let noncharacter = String(decoding: [0xEF, 0xB7, 0x90], as: UTF8.self)

@Suite struct PathSegmentTests {
    @Test(arguments: [
        ("a b", "a%20b"), ("a/b", "a%2Fb"), ("../x", "..%2Fx"), ("a?b#c", "a%3Fb%23c"), ("100%", "100%25"),
        ("%2e%2e", "%252e%252e"), ("é", "%C3%A9"), ("a;b=c,d", "a;b=c,d"), ("a:b@c", "a:b@c"), ("...", "..."),
        (".x", ".x"), ("a\\b", "a%5Cb"), ("a+b", "a%2Bb"), (noncharacter + "x", "%EF%B7%90x"),
    ])
    func encodesAValueAsASingleSegment(_ value: String, expected: String) throws {
        let built = try request("users/\(segment: value)/posts").url?.absoluteString
        #expect(built == "https://example.com/api/users/\(expected)/posts")
    }

    @Test func interpolatesTheDescriptionOfAValue() throws {
        let id = UUID()
        #expect("users/\(segment: 867)" == "users/867")
        #expect("users/\(segment: id)" == "users/\(id.uuidString)")
        #expect("users/\(segment: "a b".dropFirst(2))" == "users/b")
    }

    @Test(arguments: ["", ".", ".."])
    func refusesEmptyAndDotSegmentsAtAnyPosition(_ value: String) throws {
        let references = [
            "users/\(segment: value)", "users/\(segment: value)/posts", "/\(segment: value)/evil.example",
            "\(segment: value)",
            "\(segment: value)/x", "users/\(segment: value)?q", "users/\(segment: value)#f",
            "https://other.example/\(segment: value)/x", "/users/\(segment: value)/\u{338}x",
        ]
        for reference in references {
            let error = error { try request(reference) }
            guard case .unsafePathSegment(value, _) = error else { throw try #require(error) }
        }
    }

    private struct Whole: EndpointType, MethodProviderType, URLProviderType {
        var method: HTTPMethod { .get }
        var url: URL?
    }

    @Test func refusesEmptyDataInAnySegmentOfAnAbsoluteOrBaseURL() throws {
        let whole = url("https://example.com/users/id-\(segment: "")/")
        let relative = URL(string: "id-\(segment: "")/x", relativeTo: url("https://example.com/"))
        for build in [
            { try Whole(url: whole).request }, { try request("x", base: whole) }, { try Whole(url: relative).request },
        ] {
            let error = error(build)
            guard case .unsafePathSegment("", _) = error else { throw try #require(error) }
        }
    }

    @Test(arguments: ["", ".", ".."])
    func refusesEmptyAndDotSegmentsInAbsoluteAndBaseURLs(_ value: String) throws {
        let whole = url("https://example.com/users/\(segment: value)/posts")
        let base = url("https://example.com/\(segment: value)/")
        for build in [{ try Whole(url: whole).request }, { try request("x", base: base) }] {
            let error = error(build)
            guard case .unsafePathSegment(value, _) = error else { throw try #require(error) }
        }
    }

    @Test func refusesTheMarkerOfAnEmptySegmentInAnyForm() throws {
        for reference in ["users/%EF%B7%90/x", "./users/%ef%b7%90/x", "users/\(noncharacter)/x"] {
            let error = error { try request(reference) }
            guard case .unsafePathSegment("", _) = error else { throw try #require(error) }
        }
    }

    @Test func refusesADotSegmentJoinedFromPieces() throws {
        let dot = "."
        for reference in ["a/.\(segment: dot)/b", "a/\(segment: dot)./b", "a/\(segment: dot)\(segment: dot)/b"] {
            let error = error { try request(reference) }
            guard case .unsafePathSegment("..", _) = error else { throw try #require(error) }
        }
    }

    @Test("Refuses a dot segment with parameters, which Java servers remove", arguments: [".;", "..;", "..;x=1/.y"])
    func dotSegmentWithParameters(_ value: String) throws {
        let dots = value.utf8.prefix { $0 == UInt8(ascii: ".") }
        for reference in ["a/\(segment: value)/b", "\(segment: value)", "a/%2e\(segment: value.dropFirst())"] {
            let error = error { try request(reference) }
            #expect(error == .unsafePathSegment(String(decoding: dots, as: UTF8.self), in: reference))
        }
        #expect(try request("a;x=1/..a;/\(segment: "b;..")").url?.path() == "/api/a;x=1/..a;/b;..")
    }

    @Test func refusesAPercentEncodedDotSegment() {
        for (reference, segment) in ["%2e%2E/x": "..", "a/%2e/b": ".", "a/.%2e": ".."] {
            #expect(error { try request(reference) } == .unsafePathSegment(segment, in: reference))
        }
    }

    @Test func keepsADotInALongerSegment() throws {
        #expect(try request("v\(segment: 1).\(segment: 2)").url?.path() == "/api/v1.2")
        #expect(try request("a\(segment: ".")").url?.path() == "/api/a.")
        #expect(try request("\(segment: "x")\(segment: "..")/y").url?.path() == "/api/x../y")
        #expect(try request("/\(segment: "..")x", base: url("https://h")).url?.path() == "/%2E%2Ex")
    }

    @Test func encodesAColonInTheFirstSegment() throws {
        for reference in ["\(segment: "urn:x")", .segments(["urn:x"])] {
            #expect(try request(reference).url?.absoluteString == "https://example.com/api/urn%3Ax")
        }
        #expect(
            try request("\(segment: "http:")\(segment: "//h")").url?.absoluteString
                == "https://example.com/api/http%3A%2F%2Fh")
        #expect(try request("x/\(segment: "urn:x")").url?.absoluteString == "https://example.com/api/x/urn:x")
    }

    @Test func encodesASegmentOnceBesideInvalidCharacters() throws {
        #expect(
            try request("ü/\(segment: "a b")/ x").url?.absoluteString == "https://example.com/api/%C3%BC/a%20b/%20x")
    }
}
