package import Foundation

/// Resolves references against base URLs (RFC 3986, section 5.2) and appends query items.
package enum URLResolution {
    /// The absolute URL with the query items appended.
    package static func url(_ url: URL, queryItems: [URLQueryItem]) throws(EndpointRequestError) -> URL {
        let absolute = url.baseURL == nil ? url : url.absoluteURL
        let string = absolute.absoluteString
        guard hasSchemeAndHost(absolute) else { throw .incompleteURL(Credentials.hidden(inBrokenURL: string)) }
        try PathSegment.check(string)
        return try appending(queryItems, to: absolute, string: string)
    }

    /// The URL that a reference stands for, with the query items appended.
    static func url(
        _ reference: String,
        relativeTo baseURL: URL,
        queryItems: [URLQueryItem]
    ) throws(EndpointRequestError) -> URL {
        let base = baseURL.absoluteString
        if let joined = URLJoin.string(base: base, reference: reference, queryItems: queryItems) {
            if let url = URL(string: joined) { return url }
        }
        guard hasSchemeAndHost(baseURL) else { throw .incompleteURL(Credentials.hidden(inBrokenURL: base)) }
        try PathSegment.check(base)
        try PathSegment.check(reference)
        // An empty reference stands for the base without its fragment (section 5.2.2), but is no URL to Foundation.
        let escaped = reference.isEmpty ? String(base.prefix { $0 != "#" }) : escaped(reference)
        guard let url = URL(string: escaped, relativeTo: baseURL)?.absoluteURL, hasScheme(url.absoluteString.utf8),
            !hasEmptyHost(url)
        else {
            throw .invalidRelativeURLString(Credentials.hidden(inBrokenURL: reference))
        }
        return try appending(queryItems, to: url, string: url.absoluteString)
    }

    private static func appending(
        _ items: [URLQueryItem],
        to url: URL,
        string: String
    ) throws(EndpointRequestError) -> URL {
        guard !items.isEmpty else { return url }
        var string = string
        let joined = string.withUTF8 { bytes in
            let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
            let capacity = bytes.count + PercentEncodedWriter.capacity(for: items)
            return PercentEncodedWriter.string(capacity: capacity) { writer in
                writer.append(bytes[..<end])
                let queryStart = bytes[..<end].firstIndex(of: UInt8(ascii: "?"))
                writer.append(items, queryLength: queryStart.map { end - $0 - 1 })
                writer.append(bytes[end...])
            }
        }
        guard let result = URL(string: joined) else { throw .invalidURL(Credentials.hidden(inBrokenURL: joined)) }
        return result
    }

    /// The reference with all that a URL cannot hold percent-encoded, and its escapes kept.
    ///
    /// `URL(string:)` would do the first, but encodes the `%` of every escape as soon as there is one such character.
    /// Scheme and authority are left to it all the same, for their rules are not those of a path.
    private static func escaped(_ reference: String) -> String {
        let bytes = Array(reference.utf8)
        let start = pathStart(of: bytes)
        let parts = bytes[start...].split(
            separator: UInt8(ascii: "#"), maxSplits: 1, omittingEmptySubsequences: false)
        let encoded = parts.map { part in
            part.withUnsafeBufferPointer { bytes in
                PercentEncodedWriter.string(capacity: 3 * bytes.count) { $0.append(reference: bytes) }
            }
        }
        return String(decoding: bytes[..<start], as: UTF8.self) + encoded.joined(separator: "#")
    }

    /// Where scheme and authority of a reference end, if it has any.
    private static func pathStart(of reference: [UInt8]) -> Int {
        var rest = reference[...]
        if hasScheme(reference) { rest = rest.drop { $0 != UInt8(ascii: ":") }.dropFirst() }
        if rest.starts(with: "//".utf8) { rest = rest.dropFirst(2).drop { !"/?#".utf8.contains($0) } }
        return rest.startIndex
    }

    /// Whether the URL has an authority, but no host in it.
    private static func hasEmptyHost(_ url: URL) -> Bool {
        let afterScheme = url.absoluteString.utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst()
        return afterScheme.starts(with: "//".utf8) && url.host()?.isEmpty != false
    }

    /// Whether a request can be sent to the URL at all, unlike `localhost:8080/x`, where `localhost` is the scheme.
    private static func hasSchemeAndHost(_ url: URL) -> Bool {
        guard let scheme = url.scheme, let host = url.host() else { return false }
        return !scheme.isEmpty && !host.isEmpty
    }

    /// Whether the URL starts with a scheme (RFC 3986, section 3.1).
    private static func hasScheme(_ url: some Collection<UInt8>) -> Bool {
        let scheme = url.prefix(while: CharacterClass.scheme.contains)
        guard let first = scheme.first, url.dropFirst(scheme.count).first == UInt8(ascii: ":") else { return false }
        return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first.lowercasedASCII)
    }
}
