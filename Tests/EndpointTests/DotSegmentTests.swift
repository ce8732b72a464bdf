import Endpoint
import Foundation
import Testing

/// Tests of the references that Foundation resolves differently from RFC 3986 on some platforms.
@Suite struct DotSegmentTests {
    private struct Absolute: EndpointType, MethodProviderType, URLProviderType {
        var method: HTTPMethod { .get }
        var url: URL?
    }

    @Test(
        "Removes dot segments anywhere in a path",
        arguments: [
            ("https://h/a/b", "//g/x/../y", "https://g/y"), ("https://h/a/b", "//g/..", "https://g/"),
            ("https://h/a/b", "https://g/x/./../y?z/../#/..", "https://g/y?z/../#/.."),
            ("https://h/a/b", "https://g/..//x", "https://g//x"), ("https://h/a/b", "https://g", "https://g"),
            ("https://h/a/b", "//g#/x/..", "https://g#/x/.."),
            ("https://h/a/./b/../c/", "x", "https://h/a/c/x"), ("https://h/a/../", ".", "https://h/"),
            ("https://h/..", "x", "https://h/x"), ("https://h", "../x/..", "https://h/"),
            ("https://h/a/", "b//../c", "https://h/a/b/c"), ("https://h/a/", "...", "https://h/a/..."),
            ("https://h/a/", "b/c/../..", "https://h/a/"), ("https://h/a/b/", "../../../..", "https://h/"),
        ])
    func removal(base: String, reference: String, expected: String) throws {
        #expect(try resolved(reference, base: url(base)) == expected)
    }

    @Test(
        "Keeps the path of the base URL unchanged if the reference has no path",
        arguments: [
            ("", "https://h/a/./b/../c?q"), ("?x", "https://h/a/./b/../c?x"), ("#f", "https://h/a/./b/../c?q#f"),
        ])
    func basePath(reference: String, expected: String) throws {
        #expect(try request(reference, base: url("https://h/a/./b/../c?q#e")).url?.absoluteString == expected)
    }

    @Test("Resolves base URLs and endpoint URLs that are relative to another URL")
    func relativeURLs() throws {
        let base = try #require(URL(string: "//g/x/../v2/", relativeTo: baseURL))
        #expect(try request("../users", base: base).url?.absoluteString == "https://g/users")
        let relative = try #require(URL(string: "//g/x/../y", relativeTo: baseURL))
        let built = try Absolute(url: relative).request.url
        #expect(built?.absoluteString == "https://g/y" && built?.baseURL == nil)
    }

    @Test("Keeps dot segments in the absolute URL of an endpoint")
    func wholeURL() throws {
        let signed = "https://bucket.example/a/../b?signature=x"
        #expect(try Absolute(url: url(signed)).request.url?.absoluteString == signed)
    }

    @Test(
        "Refuses a port over 65535",
        arguments: [
            ("https://h:65536/", "x", "65536"),
            ("https://h:99999999999999999999999/x/", "../y", "99999999999999999999999"),
            ("https://[::1]:70000/", "", "70000"), ("https://me@h:70000/", "?x", "70000"),
            (baseURL.absoluteString, "//h:65536", "65536"), (baseURL.absoluteString, "https://h:131152/?x", "131152"),
        ])
    func largePort(base: String, reference: String, port: String) throws {
        let error = #expect(throws: EndpointRequestError.self) { try resolved(reference, base: url(base)) }
        guard case .invalidPort(port, in: _) = error else { throw try #require(error) }
    }

    @Test("Hides credentials in the error for an invalid port")
    func largePortDescription() throws {
        let endpoint = Absolute(url: url("https://me:hunter2@h:65536/x"))
        let thrown = error { try endpoint.request }
        let refused = try #require(thrown)
        #expect(refused == .invalidPort("65536", in: "https://***@h:65536/x"))
        #expect(refused.description == "The port \"65536\" in \"https://***@h:65536/x\" is larger than 65535.")
    }

    @Test(
        "Accepts ports up to 65535",
        arguments: ["h:65535", "h:00443", "h:", "h:1", "[::1]:65535", "me:70000@h:80"])
    func port(authority: String) throws {
        let base = "https://\(authority)/"
        #expect(try request("x", base: url(base)).url?.absoluteString == base + "x")
    }
}
