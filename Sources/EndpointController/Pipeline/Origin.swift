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
}
