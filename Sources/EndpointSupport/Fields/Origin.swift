public import Foundation

/// The origin of a URL: scheme, host and port (RFC 6454, section 4).
public struct Origin: Hashable, Sendable {
    public let scheme: String
    public let host: String
    public let port: Int?

    /// Creates the origin of a URL; nil if the URL is nil, or has no scheme or no host.
    public init?(_ url: URL?) {
        guard let url, let scheme = url.scheme?.lowercased(), let host = url.host(percentEncoded: true) else {
            return nil
        }
        // Foundation returns an internationalised host name with escapes, but sends it in Punycode, as in the URL's
        // text.
        let isEncoded = host.utf8.contains(UInt8(ascii: "%"))
        let sentHost = isEncoded ? URL(string: url.absoluteString)?.host(percentEncoded: true) : nil
        self.scheme = scheme
        self.host = (sentHost ?? host).lowercased()
        port = url.port ?? (scheme == "https" ? 443 : scheme == "http" ? 80 : nil)
    }

    /// Indicates whether two URLs have the same origin; false if either URL does not have an origin.
    public static func isShared(by url: URL?, and other: URL?) -> Bool {
        guard let origin = Origin(url) else { return false }
        return origin == Origin(other)
    }
}
