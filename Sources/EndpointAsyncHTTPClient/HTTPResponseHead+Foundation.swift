#if AsyncHTTPClient
import Endpoint
import Foundation
import NIOHTTP1

extension HTTPURLResponse {
    /// Creates the head of a response. Header fields that came several times are one (RFC 9110, section 5.3).
    convenience init?(_ head: HTTPResponseHead, of url: URL) {
        var fields: [String: String] = [:]
        var names: [String: String] = [:]
        for (name, value) in head.headers {
            let name = names[name.lowercased(), default: name]
            names[name.lowercased()] = name
            fields[name] = fields[name].map { "\($0), \(value)" } ?? value
        }
        self.init(url: url, statusCode: Int(head.status.code), httpVersion: "HTTP/1.1", headerFields: fields)
    }
}

extension HTTPResponseHead {
    /// Whether a client that follows redirects would follow this one.
    var isRedirect: Bool {
        [301, 302, 303, 307, 308].contains(status.code) && headers.contains(name: "Location")
    }
}
#endif
