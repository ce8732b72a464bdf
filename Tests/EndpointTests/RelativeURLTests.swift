import Endpoint
import Foundation
import Testing

/// Tests that a relative URL string stays under its base URL, also if data is in it.
@Suite struct RelativeURLTests {
    private static let bases = [
        "https://g.example", "https://g.example/", "https://g.example:8443?x", "https://g.example/v1/",
        "http://[::1]:8080/a/b/?x",
    ]

    /// Returns the part of a URL that decides where the request goes: everything before the first slash, backslash,
    /// question mark or number sign after `//`.
    static func origin(of url: String) -> String {
        let bytes = Array(url.utf8)
        let start = bytes.firstRange(of: Array("//".utf8))?.upperBound ?? bytes.endIndex
        let authority = bytes[start...].prefix { !#"/\?#"#.utf8.contains($0) }
        return String(decoding: bytes[..<start] + authority, as: UTF8.self)
    }

    /// Spellings that have a scheme or an authority, or that begin like a scheme that is not valid.
    private static let refused = [
        "//evil.example", "//evil.example/x", "//evil.example?x", "//evil.example:80", "//@evil.example",
        "//g.example@evil.example", "//g.example:80@evil.example", #"//evil.example\@g.example"#, "//[::1]/",
        "//%65vil.example", "//\tevil.example", "//\u{338}evil.example", "///evil.example", "////evil.example", "//",
        #"//\evil.example"#, "//\(segment: "evil.example")", "https://evil.example", "HTTPS://evil.example",
        "https://g.example", "https:evil.example", "https:/evil.example", "https:///evil.example",
        #"https:\\evil.example"#, #"https:/\evil.example"#, "https:\t//evil.example", "https:\u{301}//evil.example",
        "https:?x", "https:", "http:/example.com/x", "evil.example:80/x", "x+y-z.1:x", "users:list", "data:,x",
        "mailto:x@evil.example", "file:///etc/passwd", "1https://evil.example", ":80", ":80@evil.example",
        "://evil.example", ".:80", "-:80@evil.example",
    ]

    @Test("Refuses a relative URL string with a scheme or an authority", arguments: refused)
    func refusesAnotherServer(reference: String) throws {
        for base in Self.bases {
            let error = error { try request(reference, base: url(base)) }
            switch error {
            case .relativeURLStringWithSchemeOrHost, .invalidRelativeURLString: break
            default: throw try #require(error)
            }
        }
    }

    /// Spellings that another reader could take for a scheme or an authority.
    private static let kept = [
        #"\\evil.example"#, #"\/evil.example"#, #"/\evil.example"#, " //evil.example", "\t//evil.example",
        "\n//evil.example", "\u{0}//evil.example", "\u{1F}https://evil.example", " https://evil.example",
        "\r\nhttps://evil.example", "ht\ttps://evil.example", "https\n://evil.example", "https\u{0}://evil.example",
        "/\t/evil.example", "/\n/evil.example", "\u{FEFF}//evil.example", "%2F%2Fevil.example", "/%2fevil.example",
        "%5C%5Cevil.example", "%09//evil.example", "%68ttps://evil.example", "https%3A//evil.example",
        "https%3A%2F%2Fevil.example", ".//evil.example", "/.//evil.example",
        "..//evil.example", "..//..//evil.example", "/..//evil.example", "x/..//evil.example",
        "x/../..//evil.example", "./https://evil.example", "@evil.example", "x@evil.example", "%40evil.example",
        ".evil.example", "-evil.example", "%3A80", "./:80@evil.example", ";//evil.example", "?//evil.example",
        "?@evil.example", "#//evil.example", "#@evil.example", "\u{FF0F}\u{FF0F}evil.example",
        "https\u{FF1A}//evil.example", "\u{3002}evil.example", "\u{2044}\u{2044}evil.example",
        "/\u{338}/evil.example", "https\u{301}://evil.example", "h\u{301}ttps://evil.example", "users//evil.example",
        "users/https://evil.example", "users/a:b", "\(segment: "//evil.example")", "\(segment: "https://evil.example")",
        "\(segment: "https:")//evil.example", "\(segment: #"\\evil.example"#)", "\(segment: "@evil.example")",
    ]

    @Test("Sends the request to the base URL's server, as two readers understand the URL", arguments: kept)
    func staysAtTheServer(reference: String) throws {
        for base in Self.bases.map(url) {
            let built: URL?
            do {
                built = try request(reference, base: base, queryItems: [URLQueryItem(name: "@", value: "//")]).url
            } catch EndpointRequestError.relativeURLStringWithLeadingSlash where base.path.count > 1 {
                continue
            }
            let found = try #require(built)
            #expect(found.scheme == base.scheme && found.host() == base.host() && found.port == base.port)
            #expect(Self.origin(of: found.absoluteString) == Self.origin(of: base.absoluteString))
            #expect(found.absoluteString.utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "\\") })
        }
    }

    @Test("Names the ways to another server, and hides credentials")
    func describesAnotherServer() throws {
        let thrown = error { try request("//ada:hunter2@evil.example/x?token=s3cret") }
        let error = try #require(thrown)
        #expect(error == .relativeURLStringWithSchemeOrHost("//***@evil.example/x?token=***"))
        #expect(error.description.contains("URLProviderType") && error.description.contains(#"begin it with "./""#))
        #expect(try request("./users:list").url?.absoluteString == "https://example.com/api/users:list")
    }

    @Test(
        "Refuses a leading slash that would drop the path of the base URL, and shows what to write instead",
        arguments: [
            ("https://h/v1/", "/users", "/v1/", "users", "../users"),
            ("https://h/a/b/?x", "/users/7?q=1", "/a/b/", "users/7?q", "../../users/7?q"),
            ("https://h/v1/", "/", "/v1/", "", "../"), ("https://h/v1/", "/v1/users", "/v1/", "users", "../v1/users"),
        ])
    func leadingSlash(base: String, reference: String, dropped: String, below: String, climbing: String) throws {
        let thrown = error { try request(reference, base: url(base)) }
        let error = try #require(thrown)
        #expect(error == .relativeURLStringWithLeadingSlash(reference, dropped: dropped))
        #expect(error.description.contains(#""\#(dropped)", the path of the base URL"#))
        #expect(error.description.contains(#"Write "\#(below)", or "\#(climbing)" to climb"#), "\(error)")
        #expect(try request(below, base: url(base)).url?.path(percentEncoded: true).hasPrefix(dropped) == true)
        let root = reference.prefix { $0 != "?" }
        #expect(try request(climbing, base: url(base)).url?.path(percentEncoded: true) == String(root))
    }

    @Test(
        "Accepts a leading slash if the base URL has no path",
        arguments: ["https://h", "https://h/", "https://h?x", "https://h:80/#x"])
    func rootBase(base: String) throws {
        let built = try request("/users", base: url(base)).url?.absoluteString
        #expect(built == RelativeURLTests.origin(of: base) + "/users")
    }

    @Test(
        "Keeps the whole path of the base URL, slash or not, for a string without a path",
        arguments: [
            ("", "https://g.example/123/path?sig=1"), ("?page=2", "https://g.example/123/path?page=2"),
            ("#x", "https://g.example/123/path?sig=1#x"),
        ])
    func emptyPath(reference: String, expected: String) throws {
        let endpoint = Reference(relativeURLString: reference)
        let base = url("https://g.example/123/path?sig=1")
        #expect(try endpoint.request(baseURL: base).url?.absoluteString == expected)
        #expect(try endpoint.request(relativeTo: base).url?.absoluteString == expected)
        #expect(try endpoint.endpoint(baseURL: base).request.url?.absoluteString == expected)
    }

    @Test(
        "Refuses a base URL whose last segment a relative URL string would drop",
        arguments: ["users", ".", "../x", "/x"])
    func lastSegment(reference: String) {
        #expect(
            error { try request(reference, base: url("https://g.example/123/path?sig=1")) }
                == .baseURLWithoutTrailingSlash("https://g.example/123/path?sig=***", dropped: "path"))
    }

    @Test("Climbs to a folder above the base URL, but not above the server")
    func climbs() throws {
        #expect(try request("../users").url?.absoluteString == "https://example.com/users")
        #expect(try request("../../../users").url?.absoluteString == "https://example.com/users")
    }

    @Test("Resolves the relative URL of an endpoint with its own URL by RFC 3986")
    func ownURL() throws {
        struct Whole: EndpointType, MethodProviderType, URLProviderType {
            var method: HTTPMethod { .get }
            var url: URL?
        }
        for (reference, expected) in ["/x": "https://h/x", "//other/x": "https://other/x", "y": "https://h/a/y"] {
            let relative = URL(string: reference, relativeTo: url("https://h/a/b"))
            #expect(try Whole(url: relative).request.url?.absoluteString == expected)
        }
    }
}
