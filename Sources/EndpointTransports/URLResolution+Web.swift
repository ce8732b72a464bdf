public import Endpoint
public import Foundation

extension URLResolution {
    /// Indicates whether a URL's host, whose escapes are decoded before it is sent, is a valid header field value.
    static func hasValidHost(_ url: URL) -> Bool {
        url.host(percentEncoded: false).map(HeaderFields.isValidValue) ?? false
    }
}

extension URL {
    /// Resolves a reference in a response from this URL, such as a `Location` or a link (RFC 3986, section 5.2; RFC
    /// 9110, section 10.2.2).
    ///
    /// ```swift
    /// try URL(string: "https://example.com/v1/jobs/")?.resolving("ops/1")  // https://example.com/v1/jobs/ops/1
    /// ```
    ///
    /// The URL may belong to another origin than this one.
    ///
    /// - Parameter reference: A relative reference or a URL, as it is sent: percent-encoded.
    /// - Returns: The absolute URL, with the scheme `http` or `https` and a host.
    /// - Throws: `EndpointRequestError` for a reference that is empty, was not UTF-8 or does not resolve to such a URL,
    ///   or whose URL has a user name or a port over 65535.
    public func resolving(_ reference: String) throws(EndpointRequestError) -> URL {
        let base = try URLResolution.absoluteString(of: self)
        guard URLResolution.hasSchemeAndHost(self) else {
            throw .incompleteURL(Redaction.standard.masked(inBrokenURL: base))
        }
        let url = try URLResolution.resolved(reference, base: base)
        guard !reference.isEmpty, !reference.unicodeScalars.contains("\u{FFFD}"), URLResolution.hasSchemeAndHost(url),
            URLResolution.hasValidHost(url), url.user == nil, ["http", "https"].contains(url.scheme?.lowercased())
        else {
            throw .invalidRelativeURLString(Redaction.standard.masked(inBrokenURL: reference))
        }
        return url
    }
}
