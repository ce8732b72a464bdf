import EndpointController
import Foundation

extension URLRequest {
    /// The value of `Host`, the path and the query, as they are sent.
    var target: (host: String, path: String, query: String) {
        let match = url?.absoluteString.firstMatch(of: /^(https?):\/\/([^\/?#]*)([^?#]*)\??([^#]*)/.ignoresCase())
        guard let (_, scheme, authority, path, query) = match?.output else { return ("", "", "") }
        // The default port is not sent.
        let port = scheme.count == 5 ? ":443" : ":80"
        let host = authority.hasSuffix(port) ? authority.dropLast(port.count) : authority
        return (String(host), path.isEmpty ? "/" : String(path), String(query))
    }
}

extension String {
    private static let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)

    /// Percent-encodes each byte that is not unreserved (RFC 3986, section 2.3).
    func percentEncoded(keepingSlashes: Bool = false) -> String {
        utf8.map { byte in
            Self.unreserved.contains(byte) || keepingSlashes && byte == UInt8(ascii: "/")
                ? String(UnicodeScalar(byte)) : String(format: "%%%02X", byte)
        }.joined()
    }

    var percentDecoded: String { removingPercentEncoding ?? self }

    /// The decoded names and values of a query or a form.
    var formItems: [(String, String)] {
        split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]).percentDecoded, parts.count > 1 ? String(parts[1]).percentDecoded : "")
        }
    }
}
