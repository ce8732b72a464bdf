package import Foundation

/// Resolves references against base URLs (RFC 3986, section 5.2) and appends query items.
package enum URLResolution {
    /// Makes a URL absolute and appends query items.
    package static func url(_ url: URL, queryItems: [URLQueryItem]) throws(EndpointRequestError) -> URL {
        if let baseURL = url.baseURL {
            try PathSegment.check(url.relativeString, isParsed: true)
            return try self.url(url.relativeString, relativeTo: baseURL, queryItems: queryItems)
        }
        let string = url.absoluteString
        guard hasSchemeAndHost(url) else { throw .incompleteURL(Credentials.hidden(inBrokenURL: string)) }
        try checkPort(of: string)
        try PathSegment.check(string, isParsed: true)
        return try appending(queryItems, to: url, string: string)
    }

    /// Resolves the reference of an endpoint and appends query items.
    static func url(
        _ reference: String,
        relativeTo baseURL: URL,
        queryItems: [URLQueryItem]
    ) throws(EndpointRequestError) -> URL {
        let base = try absoluteString(of: baseURL)
        if let joined = URLJoin.string(base: base, reference: reference, queryItems: queryItems) {
            if let url = URL(string: joined) { return url }
        }
        return try generalURL(reference, relativeTo: baseURL, base: base, queryItems: queryItems)
    }

    /// Resolves any reference, with the same result as `URLJoin` for every reference that `URLJoin` resolves.
    static func generalURL(
        _ reference: String,
        relativeTo baseURL: URL,
        base: String,
        queryItems: [URLQueryItem]
    ) throws(EndpointRequestError) -> URL {
        guard hasSchemeAndHost(baseURL) else { throw .incompleteURL(Credentials.hidden(inBrokenURL: base)) }
        try PathSegment.check(base, isParsed: true)
        try PathSegment.check(reference)
        let url = try resolved(reference, base: base)
        return try appending(queryItems, to: url, string: url.absoluteString)
    }

    /// Refuses a URL with a port over 65535: some transports would connect to a different port.
    private static func checkPort(of url: String) throws(EndpointRequestError) {
        let bytes = Array(url.utf8)
        guard let port = URLLayout(bytes).tooLargePort(in: bytes) else { return }
        throw .invalidPort(port, in: Credentials.hidden(inBrokenURL: url))
    }

    package static func absoluteString(of url: URL) throws(EndpointRequestError) -> String {
        try url.baseURL == nil ? url.absoluteString : self.url(url, queryItems: []).absoluteString
    }

    /// Resolves any reference against an absolute URL, without query items.
    package static func resolved(_ reference: String, base: String) throws(EndpointRequestError) -> URL {
        let invalid = EndpointRequestError.invalidRelativeURLString(Credentials.hidden(inBrokenURL: reference))
        let escaped = escaped(reference)
        guard !startsWithInvalidScheme(escaped) else { throw invalid }
        let bytes = ReferenceResolution.resolved(escaped, base: Array(base.utf8))
        let string = String(decoding: bytes, as: UTF8.self)
        guard let url = URL(string: string), !URLLayout(bytes).hasEmptyHost(in: bytes) else { throw invalid }
        try checkPort(of: string)
        return url
    }

    private static func appending(
        _ items: [URLQueryItem],
        to url: URL,
        string: String
    ) throws(EndpointRequestError) -> URL {
        guard !items.isEmpty else { return url }
        try items.checkFailure()
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

    /// Percent-encodes the characters of a path, query or fragment that a URL cannot contain, and keeps the escapes.
    ///
    /// `URL(string:)` encodes such characters too, but then also encodes the `%` of every escape. The scheme and the
    /// authority are still left to `URL(string:)`, because their rules differ from the rules of a path.
    private static func escaped(_ reference: String) -> [UInt8] {
        let bytes = Array(reference.utf8)
        let start = URLLayout(bytes).path.lowerBound
        let parts = bytes[start...].split(
            separator: UInt8(ascii: "#"), maxSplits: 1, omittingEmptySubsequences: false)
        let encoded = parts.map { part in
            part.withUnsafeBufferPointer { bytes in
                PercentEncodedWriter.string(capacity: 3 * bytes.count) { $0.append(reference: bytes) }
            }
        }
        return Array(bytes[..<start]) + encoded.joined(separator: "#").utf8
    }

    /// Indicates whether a reference starts with a text that looks like a scheme but is not a valid scheme (RFC 3986,
    /// section 3.1).
    private static func startsWithInvalidScheme(_ reference: [UInt8]) -> Bool {
        let start = reference.prefix(while: CharacterClass.scheme.contains)
        return reference.dropFirst(start.count).first == UInt8(ascii: ":") && URLLayout(reference).scheme == nil
    }

    /// Indicates whether a URL has a scheme and a host: in `localhost:8080/x`, `localhost` is the scheme, not the host.
    package static func hasSchemeAndHost(_ url: URL) -> Bool {
        guard let scheme = url.scheme, let host = url.host() else { return false }
        return !scheme.isEmpty && !host.isEmpty
    }
}
