import Endpoint
import Foundation
import Testing

/// The rows of `url-resolution.json`.
private struct ResolutionRow: Decodable, CustomTestStringConvertible {
    var base: String
    var relative: String
    var segments: [String]
    var query: [[String]]
    var expected: String?
    var error: String?

    var testDescription: String { "\(base) + \(relative) \(segments) \(query)" }

    /// The relative string with each `{}` replaced by the next segment.
    var reference: String {
        var result = DefaultStringInterpolation(literalCapacity: 0, interpolationCount: 0)
        for (index, literal) in relative.components(separatedBy: "{}").enumerated() {
            if index > 0 { result.appendInterpolation(segment: segments[index - 1]) }
            result.appendLiteral(literal)
        }
        return String(stringInterpolation: result)
    }

    static let all: [ResolutionRow] = {
        struct File: Decodable { var rows: [ResolutionRow] }
        let file = Bundle.module.url(forResource: "url-resolution", withExtension: "json")
        let data = file.flatMap { try? Data(contentsOf: $0) } ?? Data()
        return (try? JSONDecoder().decode(File.self, from: data))?.rows ?? []
    }()
}

@Suite struct URLResolutionTests {
    @Test func readsEveryRowOfTheConformanceFile() {
        #expect(ResolutionRow.all.count == 268)
    }

    @Test(arguments: ResolutionRow.all)
    fileprivate func resolvesARowOfTheConformanceFile(_ row: ResolutionRow) throws {
        let items = row.query.map { URLQueryItem(name: $0[0], value: $0[1]) }
        let build = { try request(row.reference, base: url(row.base), queryItems: items) }
        guard let expected = row.expected else {
            #expect(row.error == "unsafe path segment")
            let error = error(build)
            guard case .unsafePathSegment(row.segments[0], _) = error else { throw try #require(error) }
            return
        }
        #expect(try resolved(row.reference, base: url(row.base), queryItems: items) == expected)
        do {
            #expect(try build().url?.absoluteString == expected)
        } catch EndpointRequestError.relativeURLStringWithSchemeOrHost {
            #expect(row.reference.contains(/^([^:\/?#]+:|\/\/)/))
        } catch EndpointRequestError.relativeURLStringWithLeadingSlash {
            #expect(row.reference.hasPrefix("/") && row.base.hasSuffix("/"))
        } catch EndpointRequestError.baseURLWithoutTrailingSlash {
            #expect(!row.reference.contains(/^([?#]|$)/) && !row.base.hasSuffix("/"))
        }
    }

    // RFC 3986, sections 5.4.1 and 5.4.2, where the conformance file leaves rows out.
    @Test(arguments: [
        ("g", "http://a/b/c/g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
        (";x", "http://a/b/c/;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"), ("./", "http://a/b/c/"),
        ("..", "http://a/b/"), ("/../g", "http://a/g"), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."),
        ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g;x=1/../y", "http://a/b/c/y"),
    ])
    func resolvesTheExamplesOfRFC3986(reference: String, expected: String) throws {
        #expect(try resolved(reference, base: url("http://a/b/c/d;p?q")) == expected)
    }

    @Test(arguments: [
        ("g#s", "https://example.com/api/g?a=1#s"),
        ("g?x#s", "https://example.com/api/g?x&a=1#s"),
        ("g?", "https://example.com/api/g?a=1"),
        ("g?x&", "https://example.com/api/g?x&a=1"),
        ("?x", "https://example.com/api/?x&a=1"),
        ("g?q=what?", "https://example.com/api/g?q=what?&a=1"),
        ("?q=what?", "https://example.com/api/?q=what?&a=1"),
        ("#s?", "https://example.com/api/?a=1#s?"),
        ("https://other.example/x?y", "https://other.example/x?y&a=1"),
    ])
    func insertsQueryItemsBetweenTheQueryAndTheFragment(reference: String, expected: String) throws {
        #expect(try resolved(reference, queryItems: [URLQueryItem(name: "a", value: "1")]) == expected)
    }

    @Test(
        "Adds query items to the query of the base URL if the reference is empty",
        arguments: [("https://h/x?", "https://h/x?a=1"), ("https://h/x?q#f", "https://h/x?q&a=1")])
    func itemsAfterTheQueryOfTheBaseURL(base: String, expected: String) throws {
        let built = try request("", base: url(base), queryItems: [URLQueryItem(name: "a", value: "1")])
        #expect(built.url?.absoluteString == expected)
    }

    @Test func sendsOnlyTheNameOfAQueryItemWithoutAValue() throws {
        let items = [URLQueryItem(name: "flag", value: nil), URLQueryItem(name: "empty", value: "")]
        #expect(try request("x", queryItems: items).url?.query == "flag&empty=")
    }

    @Test func encodesReservedQueryCharactersExceptSlashAndQuestionMark() throws {
        let all = String(String.UnicodeScalarView((0x20..<0x7F).compactMap { Unicode.Scalar($0) }))
        let query = try request("x", queryItems: [URLQueryItem(name: all, value: "\u{0}\n\u{7F}é")]).url?.query()
        let encoded = try #require(query?.split(separator: "=").first)
        #expect(
            encoded == "%20%21%22%23%24%25%26%27%28%29%2A%2B%2C-./0123456789%3A%3B%3C%3D%3E?"
                + "%40ABCDEFGHIJKLMNOPQRSTUVWXYZ%5B%5C%5D%5E_%60abcdefghijklmnopqrstuvwxyz%7B%7C%7D~")
        #expect(query?.hasSuffix("=%00%0A%7F%C3%A9") == true)
    }

    @Test(arguments: [
        ("a b", "a%20b"), ("é", "%C3%A9"), ("100%", "100%25"), ("a%20b c", "a%20b%20c"), ("a|b?c|d", "a%7Cb?c%7Cd"),
        ("a#b#c", "a#b%23c"), ("a\r\nb", "a%0D%0Ab"), ("%zz%41", "%25zz%41"),
    ])
    func encodesInvalidCharactersAndKeepsEscapes(reference: String, expected: String) throws {
        #expect(try request(reference).url?.absoluteString == "https://example.com/api/\(expected)")
    }

    @Test(arguments: ["//user@/x", "//user:pw@/x", "//user:pw@:80/x"])
    func refusesAReferenceWithAUserAndNoHost(_ reference: String) throws {
        let error = error { try request(reference) }
        guard case .invalidRelativeURLString = error else { throw try #require(error) }
    }

    @Test(arguments: ["//[::1", "//h x/", "1:2", ":a", "http://h:port/", "https:///x", "//:80/", "+a:b"])
    func refusesAnInvalidReference(_ reference: String) {
        #expect(error { try request(reference) } == .invalidRelativeURLString(reference))
    }

    @Test(arguments: [
        "api/", "/api/", "//example.com/api/", "localhost:8080/api/", "https:///api/", "mailto:x@y", "https:",
        "https://:80/", "https://[]/",
    ])
    func refusesABaseURLWithoutASchemeOrHost(_ base: String) throws {
        let error = error { try request("users", base: url(base)) }
        guard case .incompleteURL = error else { throw try #require(error) }
    }

    @Test("Refuses an encoded dot as the host, and accepts an IPv6 address in brackets")
    func unusualHosts() throws {
        #expect(error { try request("users", base: url("https://%2E/")) } != nil)
        #expect(
            try request("users", base: url("http://[::1]:8080/api/")).url?.absoluteString
                == "http://[::1]:8080/api/users")
    }

    @Test func resolvesABaseURLThatIsItselfRelative() throws {
        let base = try #require(URL(string: "v2/", relativeTo: baseURL))
        let built = try request("users", base: base).url
        #expect(built?.absoluteString == "https://example.com/api/v2/users")
        #expect(built?.baseURL == nil)
    }
}
