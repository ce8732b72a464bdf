import Endpoint
package import Foundation

/// The origin of a URL: scheme, host and port (RFC 6454, section 4).
package struct Origin: Hashable {
    package let scheme: String
    package let host: String
    package let port: Int?

    /// Creates the origin of a URL; nil if the URL is nil, or has no scheme or no host.
    package init?(_ url: URL?) {
        guard let url, let scheme = url.scheme?.lowercased(), let host = url.host(percentEncoded: true) else {
            return nil
        }
        // Foundation returns an internationalised host name with escapes, but sends it in Punycode, as in the URL's
        // text.
        let sentHost = host.contains("%") ? URL(string: url.absoluteString)?.host(percentEncoded: true) : nil
        self.scheme = scheme
        self.host = (sentHost ?? host).lowercased()
        port = url.port ?? (scheme == "https" ? 443 : scheme == "http" ? 80 : nil)
    }

    /// Indicates whether two URLs have the same origin; false if either URL does not have an origin.
    package static func isShared(by url: URL?, and other: URL?) -> Bool {
        guard let url, let other else { return false }
        if beginAlike(url.absoluteString, other.absoluteString) { return true }
        guard let origin = Origin(url) else { return false }
        return origin == Origin(other)
    }

    /// Indicates whether two web URLs are equal, byte for byte, up to the slash after the host and port.
    ///
    /// If not, the origins themselves have to be compared: two spellings may denote the same origin.
    private static func beginAlike(_ url: String, _ other: String) -> Bool {
        let isSecure = url.hasPrefix("https://")
        guard isSecure || url.hasPrefix("http://") else { return false }
        let hostStart = isSecure ? 8 : 7
        let areAlike = url.utf8.withContiguousStorageIfAvailable { url in
            other.utf8.withContiguousStorageIfAvailable { other in
                for index in 0..<min(url.count, other.count) {
                    guard url[index] == other[index] else { return false }
                    if index >= hostStart, !isPlain(url[index]) {
                        return url[index] == UInt8(ascii: "/") && index > hostStart
                            && url[hostStart] != UInt8(ascii: ":")
                    }
                }
                return false
            }
        }
        return areAlike == true
    }

    /// Indicates whether a byte of a host and port can be compared as it is: a letter, a digit, `-`, `.` or `:`.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "-")...UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: ":"):
            true
        default: false
        }
    }
}
