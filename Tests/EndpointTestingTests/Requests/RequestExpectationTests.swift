import EndpointSupport
import Foundation
import TestSupport
import Testing

@testable import EndpointTesting

@Suite struct RequestExpectationTests {
    private func request(_ reference: String = "users?sort=name&tag=a&tag=b") throws -> URLRequest {
        let fields = ["Accept": "application/json", "Authorization": "Bearer s3cret"]
        var request = try RESTEndpoint(.patch, path: .segments([]), headerFields: fields).request(baseURL: baseURL)
        request.url = try #require(URL(string: reference, relativeTo: baseURL)).absoluteURL
        return request
    }

    @Test func acceptsAMatchingRequest() throws {
        let request = try request()
        try request.expectMethod(.patch)
        try request.expectURL("https://example.com/api/users?sort=name&tag=a&tag=b")
        try request.expectPath("/api/users")
        try self.request("a%2Fb").expectPath("/api/a%2Fb")
        try request.expectQueryItems(.items(["tag": "a", "sort": "name", "tag": "b"]))
        try request.expectHeaderField("accept", "application/json")
        try request.expectHeaderField("Authorization", "Bearer s3cret")
        try request.expectHeaderField("Cookie", nil)
        try request.expectNoBody()
    }

    @Test("Treats an empty path as the root path") func emptyPath() throws {
        for root in ["https://example.com", "https://example.com/?a=b"] {
            let request = URLRequest(url: url(root))
            try request.expectPath("/")
            try request.expectPath("")
        }
    }

    @Test("Distinguishes query items that are not UTF-8") func queryItemsBeyondUTF8() throws {
        let request = try request("users?a=%FF&b=%C3%A9+%26&c")
        for value in ["%FF", "\u{FFFD}", nil] {
            let others = [URLQueryItem(name: "b", value: "é+&"), URLQueryItem(name: "c", value: nil)]
            let items = others + [URLQueryItem(name: "a", value: value)]
            #expect(throws: RequestMismatch.self, "\(items)") { try request.expectQueryItems(items) }
        }
        let other = complaint { try self.request("users?a=%FF").expectQueryItems(.items(["a": "%FF"])) }
        #expect(other?.contains(#"expected "%FF", found "%FF" (percent-encoded)"#) == true, "\(other ?? "")")
        try self.request("users?b=%C3%A9+%26&c").expectQueryItems(
            .items(["b": "é+&"]) + [URLQueryItem(name: "c", value: nil)])
        let text = complaint { try self.request("users?c").expectQueryItems(.items(["c": ""])) }
        #expect(text?.contains(#"expected "", found no value"#) == true, "\(text ?? "")")
    }

    @Test("Distinguishes canonically equivalent texts") func canonicallyEquivalentTexts() throws {
        var request = try request("users?a=e%CC%81&%C3%A9=1")
        request.setValue("e\u{301}", forHTTPHeaderField: "X-A")
        try request.expectQueryItems(.items(["a": "e\u{301}", "\u{E9}": "1"]))
        try request.expectHeaderField("X-A", "e\u{301}")
        for (value, name) in [("\u{E9}", "\u{E9}"), ("e\u{301}", "e\u{301}")] {
            let items = [URLQueryItem(name: "a", value: value), URLQueryItem(name: name, value: "1")]
            #expect(throws: RequestMismatch.self, "\(items)") { try request.expectQueryItems(items) }
        }
        let text = complaint { try request.expectHeaderField("X-A", "\u{E9}") }
        #expect(text?.contains(#"expected "\u{E9}", found "e\u{301}", in"#) == true, "\(text ?? "")")
    }

    @Test("Distinguishes a byte order mark at the start of a name or value") func byteOrderMark() throws {
        let request = try request("users?%EF%BB%BFa=%EF%BB%BFAda")
        try request.expectQueryItems(.items(["\u{FEFF}a": "\u{FEFF}Ada"]))
        for (name, value) in [("a", "\u{FEFF}Ada"), ("\u{FEFF}a", "Ada")] {
            #expect(throws: RequestMismatch.self, "\(name)=\(value)") {
                try request.expectQueryItems([URLQueryItem(name: name, value: value)])
            }
        }
        #expect(throws: RequestMismatch.self) {
            try post(.formEncoded(.items(["a": "\u{FEFF}Ada"]))).expectForm(.items(["a": "Ada"]))
        }
    }

    struct Difference: Sendable {
        var part: String
        var expected: String?
        var found: String?
        var expect: @Sendable (URLRequest) throws -> Void
    }

    private static let found = "https://example.com/api/users?sort=name&tag=a&tag=b"

    @Test(arguments: [
        Difference(part: "method", expected: "PUT", found: "PATCH") { try $0.expectMethod(.put) },
        Difference(part: "URL", expected: #""https://a.b/""#, found: "\"\(found)\"") {
            try $0.expectURL("https://a.b/")
        },
        Difference(part: "path", expected: #""/users""#, found: #""/api/users""#) { try $0.expectPath("/users") },
        Difference(part: #"query item "tag""#, expected: #""b", "a""#, found: #""a", "b""#) {
            try $0.expectQueryItems(.items(["sort": "name", "tag": "b", "tag": "a"]))
        },
        Difference(part: #"query item "sort""#, found: #""name""#) {
            try $0.expectQueryItems(.items(["tag": "a", "tag": "b"]))
        },
        Difference(part: #"header field "Accept""#, expected: #""a/b""#, found: #""application/json""#) {
            try $0.expectHeaderField("Accept", "a/b")
        },
        Difference(part: #"header field "X""#, expected: #""y""#) { try $0.expectHeaderField("X", "y") },
        Difference(part: #"header field "Accept""#, found: #""application/json""#) {
            try $0.expectHeaderField("Accept", nil)
        },
    ])
    func reportsThePartAndItsExpectedAndFoundValues(difference: Difference) throws {
        let request = try request()
        let mismatch = try #require(#expect(throws: RequestMismatch.self) { try difference.expect(request) })
        #expect(mismatch.part == difference.part)
        #expect(mismatch.expected == difference.expected)
        #expect(mismatch.found == difference.found)
        #expect(mismatch.request == "PATCH \(Self.found)")
        let values = "expected \(difference.expected ?? "none"), found \(difference.found ?? "none")"
        #expect(mismatch.description == "The \(difference.part) differs: \(values), in PATCH \(Self.found).")
        #expect(mismatch.errorDescription == mismatch.description)
    }

    @Test func hidesCredentialsInMismatches() throws {
        let request = try request("https://bob:s3cret@example.com/?access_token=s3cret")
        let texts = [
            complaint { try request.expectHeaderField("Authorization", "Bearer other-s3cret") },
            complaint { try request.expectURL("https://ada:s3cret@example.com/?access_token=s3cret") },
            complaint { try request.expectQueryItems(.items(["access_token": "other-s3cret"])) },
            complaint { try self.request("proxy/https://ada:s3cret@b/").expectPath("/https://bob:s3cret@b/") },
            complaint { try self.request("?filter=%7B%22token%22:%22s3cret%22%7D").expectQueryItems([]) },
        ]
        for text in texts {
            #expect(text?.contains("s3cret") == false && text?.contains("***") == true, "\(text ?? "")")
        }
    }

    @Test("Makes the texts of a mismatch when they are read, which most stubs never need") func lazyTexts() throws {
        let count = Locked(0)
        @Sendable func text() -> String {
            count.withLock { $0 += 1 }
            return "text"
        }
        let mismatch = RequestMismatch("X", expected: text(), found: nil, in: try request())
        #expect(count.withLock(\.self) == 0)
        #expect(mismatch.expected == "text")
    }

    @Test func escapesInvisibleCharactersAndCutsLongValues() throws {
        var request = try request()
        request.setValue("a\u{202E}b", forHTTPHeaderField: "X")
        request.setValue(String(repeating: "x", count: 10_000), forHTTPHeaderField: "Y")
        #expect(complaint { try request.expectHeaderField("X", "c") }?.contains(#""a\u{202E}b""#) == true)
        #expect((complaint { try request.expectHeaderField("Y", "c") } ?? "").count < 500)
    }
}
