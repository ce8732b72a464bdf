public import Foundation

/// Resolves references against base URLs (RFC 3986, section 5.2) and appends query items.
@usableFromInline
package enum URLResolution {
    /// Makes a URL absolute and appends query items.
    @usableFromInline
    package static func url(_ url: URL, queryItems: [URLQueryItem]) throws(EndpointRequestError) -> URL {
        if let baseURL = url.baseURL {
            let base = try checkedString(of: baseURL)
            try PathSegment.check(url.relativeString, isParsed: true)
            return try resolved(url.relativeString, base: base, queryItems: queryItems)
        }
        let string = url.absoluteString
        guard hasSchemeAndHost(url) else { throw .incompleteURL(Redaction.standard.masked(inBrokenURL: string)) }
        try checkPort(of: string)
        try PathSegment.check(string, isParsed: true)
        guard !queryItems.isEmpty else { return url }
        let fragment = string.firstIndex(of: "#").map { String(string[$0...]) } ?? ""
        return try resolved(fragment, base: string, queryItems: queryItems)
    }

    /// Resolves the relative URL string of an endpoint, which has to stay under the base URL, and appends query items.
    @usableFromInline
    static func url(
        _ reference: String,
        relativeTo baseURL: URL,
        queryItems: [URLQueryItem]
    ) throws(EndpointRequestError) -> URL {
        let base = try checkedString(of: baseURL)
        try PathSegment.check(reference)
        let (url, loss) = try resolution(of: reference, base: base, queryItems: queryItems)
        if let loss { throw error(for: loss, through: reference, of: base) }
        return url
    }

    private static func checkedString(of baseURL: URL) throws(EndpointRequestError) -> String {
        let base = try absoluteString(of: baseURL)
        try PathSegment.check(base, isParsed: true)
        return base
    }

    package static func absoluteString(of url: URL) throws(EndpointRequestError) -> String {
        try url.baseURL == nil ? url.absoluteString : self.url(url, queryItems: []).absoluteString
    }

    /// Resolves any reference against an absolute URL.
    package static func resolved(
        _ reference: String,
        base: String,
        queryItems: [URLQueryItem] = []
    ) throws(EndpointRequestError) -> URL {
        try resolution(of: reference, base: base, queryItems: queryItems).url
    }

    /// Resolves any reference, and returns the part of the base URL that the URL lacks too.
    private static func resolution(
        of reference: String,
        base: String,
        queryItems: [URLQueryItem]
    ) throws(EndpointRequestError) -> (url: URL, loss: ReferenceResolution.Loss?) {
        let resolved = ReferenceResolution.url(reference, base: base, queryItems: queryItems)
        guard let resolved, let url = URL(string: resolved.string) else {
            guard let baseURL = URL(string: base), hasSchemeAndHost(baseURL) else {
                throw .incompleteURL(Redaction.standard.masked(inBrokenURL: base))
            }
            throw .invalidRelativeURLString(Redaction.standard.masked(inBrokenURL: reference))
        }
        if let port = resolved.tooLargePort {
            throw .invalidPort(port, in: Redaction.standard.masked(inBrokenURL: resolved.string))
        }
        return (url, resolved.loss)
    }

    private static func error(
        for loss: ReferenceResolution.Loss,
        through reference: String,
        of base: String
    ) -> EndpointRequestError {
        let shown = Redaction.standard.masked(inURL: base)
        let bytes = Array(shown.utf8)
        let path = bytes[URLLayout(bytes).path]
        switch loss {
        case .server:
            return .relativeURLStringWithSchemeOrHost(Redaction.standard.masked(inBrokenURL: reference))
        case .lastSegment:
            let segment = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last ?? []
            return .baseURLWithoutTrailingSlash(shown, dropped: String(decoding: segment, as: UTF8.self))
        case .path:
            let rest = String(reference.unicodeScalars.dropFirst())
            return .relativeURLStringWithLeadingSlash(
                "/" + Redaction.standard.masked(inBrokenURL: rest), dropped: String(decoding: path, as: UTF8.self))
        }
    }

    /// Refuses a URL with a port over 65535: some transports would connect to a different port.
    private static func checkPort(of url: String) throws(EndpointRequestError) {
        guard let port = url.withBytes({ URLLayout($0).tooLargePort(in: $0) }) else { return }
        throw .invalidPort(port, in: Redaction.standard.masked(inBrokenURL: url))
    }

    /// Indicates whether a URL has a scheme and a host: in `localhost:8080/x`, `localhost` is the scheme, not the host.
    package static func hasSchemeAndHost(_ url: URL) -> Bool {
        guard let scheme = url.scheme, let host = url.host() else { return false }
        return !scheme.isEmpty && !host.isEmpty
    }
}
