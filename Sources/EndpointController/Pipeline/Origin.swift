import Endpoint
package import Foundation

/// The origin of a URL: scheme, host and port (RFC 6454, section 4).
package struct Origin: Hashable {
    package let scheme: String
    package let host: String
    package let port: Int?

    /// Creates the origin of a URL; nil for a URL without a scheme or a host.
    package init?(_ url: URL?) {
        guard let url, let scheme = url.scheme?.lowercased(), let host = url.host(percentEncoded: true) else {
            return nil
        }
        self.scheme = scheme
        self.host = host.lowercased()
        port = url.port ?? (scheme == "https" ? 443 : scheme == "http" ? 80 : nil)
    }

    /// Indicates whether two URLs have one origin; URLs without an origin have none in common.
    package static func isShared(by url: URL?, and other: URL?) -> Bool {
        guard let url, let other else { return false }
        if beginAlike(url.absoluteString, other.absoluteString) { return true }
        guard let origin = Origin(url) else { return false }
        return origin == Origin(other)
    }

    /// Indicates whether two web addresses are the same, byte for byte, up to the slash after the host and port.
    private static func beginAlike(_ url: String, _ other: String) -> Bool {
        guard url.hasPrefix("https://") || url.hasPrefix("http://") else { return false }
        let areAlike = url.utf8.withContiguousStorageIfAvailable { url in
            other.utf8.withContiguousStorageIfAvailable { other in
                // The first 8 bytes of a web address are its scheme, and perhaps a byte of its host.
                guard let end = url.dropFirst(8).firstIndex(of: UInt8(ascii: "/")), end < other.count,
                    let start = url.baseAddress, let otherStart = other.baseAddress
                else { return false }
                return memcmp(start, otherStart, end + 1) == 0
            }
        }
        return areAlike == true
    }
}
