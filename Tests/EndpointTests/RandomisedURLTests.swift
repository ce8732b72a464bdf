import Endpoint
import Foundation
import Testing

/// A generator that repeats its sequence for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

@Suite struct RandomisedURLTests {
    static let bases = [
        "https://example.com/api/", "https://example.com/api", "https://example.com", "https://example.com/a/b?q#f",
        "http://[::1]:8080/x/", "HTTP://User:pw@EXAMPLE.com:80/%7Ea/b/", "https://example.com/a/./b/../c/",
        "https://example.com?q", "https://example.com/..", "https://example.com/.well-known/x", "http://a/b/c/d;p?q",
    ]

    static let pieces = [
        "a", "Z", "9", "-", ".", "..", "/", "//", "?", "#", "%", "%2", "%2F", "%2e", "%41", "+", " ", "&", "=", ":",
        "@",
        ";", ",", "'", "\"", "\\", "^", "|", "<", ">", "[", "]", "{", "}", "`", "~", "\u{0}", "\t", "\r", "\n",
        "\u{7F}",
        "\u{85}", "é", "e\u{301}", "\u{338}", "中", "😀", "👩‍👩‍👧", "\u{2028}", "\u{FFFD}", "users", "../", "./", "http:",
    ]

    /// Percent-encodes the characters that a URL cannot hold, one scalar at a time, so that the escapes around them
    /// stay.
    static func encodingInvalidCharacters(of reference: String) -> String {
        var result = ""
        var rest = Substring(reference).unicodeScalars[...]
        var hasFragment = false
        while let scalar = rest.popFirst() {
            let next = rest.prefix(2)
            let isEscape = scalar == "%" && next.count == 2 && next.allSatisfy(\.properties.isASCIIHexDigit)
            let isPlain =
                scalar.isASCII
                && CharacterSet(charactersIn: "-._~!$&'()*+,;=:@/?").union(.alphanumerics).contains(scalar)
            if isEscape || isPlain || scalar == "#" && !hasFragment {
                result.unicodeScalars.append(scalar)
            } else {
                result += String(scalar).utf8.map { String(format: "%%%02X", $0) }.joined()
            }
            if scalar == "#" { hasFragment = true }
        }
        return result
    }

    /// The URL that Foundation resolves, with the items appended by `URLComponents`; nil if there is none.
    static func expected(base: URL, reference: String, items: [URLQueryItem]) -> String? {
        // Foundation has no URL for an empty string; RFC 3986, section 5.2.2, has the base without its fragment.
        var encoded =
            reference.isEmpty
            ? String(base.absoluteString.prefix { $0 != "#" }) : encodingInvalidCharacters(of: reference)
        // A colon in the first segment needs `./` (section 4.2), unless the text before it looks like a scheme.
        if encoded.contains(/^[^:\/?#]*[^:\/?#A-Za-z0-9+.-][^:\/?#]*:/) { encoded = "./" + encoded }
        guard let resolved = URL(string: encoded, relativeTo: base)?.absoluteURL, resolved.scheme?.isEmpty == false
        else {
            return nil
        }
        guard !items.isEmpty, var components = URLComponents(url: resolved, resolvingAgainstBaseURL: true) else {
            return resolved.absoluteString
        }
        let allowed = CharacterSet(charactersIn: "-._~/?0123456789").union(
            CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))
        let query = items.map { item in
            let name = item.name.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
            return item.value.map { "\(name)=\($0.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")" }
                ?? name
        }.joined(separator: "&")
        let present = components.percentEncodedQuery ?? ""
        let separator = present.isEmpty || present.hasSuffix("&") ? "" : "&"
        components.percentEncodedQuery = present + separator + query
        return components.string
    }

    static func hasEncodedDotSegment(_ reference: String) -> Bool {
        let path = reference.unicodeScalars.prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: "/").contains { segment in
            let name = segment.prefix { $0 != ";" }
            let decoded = String(name).replacingOccurrences(of: "%2e", with: ".")
            return segment.contains("%") && (decoded == "." || decoded == "..")
        }
    }

    /// The seeds: 16 if `ENDPOINT_TESTS` is `all`, otherwise one.
    static let seeds = UInt64(1)...(ProcessInfo.processInfo.environment["ENDPOINT_TESTS"] == "all" ? 16 : 1)

    @Test(arguments: RandomisedURLTests.seeds)
    func buildsTheURLThatFoundationResolves(seed: UInt64) throws {
        var generator = SeededGenerator(state: seed)
        func text(_ count: ClosedRange<Int>) -> String {
            (0..<Int.random(in: count, using: &generator))
                .map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined()
        }
        var (known, built) = (0, 0)
        for _ in 0..<8_000 {
            let usual = url(Self.bases.randomElement(using: &generator) ?? "")
            let base = Bool.random(using: &generator) ? usual : URL(string: "https://h/" + text(0...5)) ?? usual
            // Common prefixes, so that most of the references are valid.
            let prefix = ["users/", "a", "/x/", ""].randomElement(using: &generator) ?? ""
            let reference = prefix + text(0...7)
            let items = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                URLQueryItem(name: text(0...4), value: Bool.random(using: &generator) ? text(0...4) : nil)
            }
            let endpoint = Reference(relativeURLString: reference, queryItems: items)
            let actual = Result { try endpoint.request(baseURL: base).url?.absoluteString }
            if let string = try? actual.get() {
                #expect(string.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "\(reference.debugDescription)")
            }
            if Self.hasEncodedDotSegment(reference) || Self.hasEncodedDotSegment(base.absoluteString) {
                let error = #expect(throws: EndpointRequestError.self) { try actual.get() }
                guard case .unsafePathSegment = error else { throw try #require(error) }
                continue
            }
            // Foundation applies separate rules to a reference with an authority.
            if reference.utf8.starts(with: "//".utf8) || reference.utf8.contains("://".utf8) { continue }
            let expected = Self.expected(base: base, reference: reference, items: items)
            let resolved = try? resolved(reference, base: base, queryItems: items)
            #expect(resolved == expected, "\(base) + \(reference.debugDescription) + \(items)")
            if expected != nil { known += 1 }
            guard let string = try? actual.get() else { continue }
            built += 1
            #expect(string == resolved)
            #expect(RelativeURLTests.origin(of: string) == RelativeURLTests.origin(of: base.absoluteString))
        }
        #expect(known > 4_500 && built > 1_500, "too few for this to say much: \(known), \(built)")
    }

    @Test(arguments: RandomisedURLTests.seeds)
    func keepsAnyValueWithinASingleSegment(seed: UInt64) throws {
        var generator = SeededGenerator(state: seed)
        for _ in 0..<1_000 {
            let value = (0..<Int.random(in: 0...6, using: &generator))
                .map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined()
            let endpoint = Reference(relativeURLString: "users/\(segment: value)/é posts")
            let name = String(value.unicodeScalars.prefix { $0 != ";" })
            if value == "" || name == "." || name == ".." {
                let error = error { try endpoint.request(baseURL: baseURL) }
                guard case .unsafePathSegment(name, in: _) = error else { throw try #require(error) }
                continue
            }
            let string = try #require(try endpoint.request(baseURL: baseURL).url?.absoluteString)
            let segments = string.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            try #require(segments.count == 7, "\(string)")
            #expect(String(decoding: segments[5], as: UTF8.self).removingPercentEncoding == value)
            #expect(!string.contains("?") && !string.contains("#"))
            #expect(string.hasPrefix("https://example.com/api/users/") && string.hasSuffix("/%C3%A9%20posts"))
        }
    }
}
