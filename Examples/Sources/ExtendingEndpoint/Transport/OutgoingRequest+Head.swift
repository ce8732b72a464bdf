import EndpointController
import Foundation

extension OutgoingRequest {
    /// The request line and the header fields (RFC 9112, sections 3 and 5).
    func head(host authority: String) -> String {
        let url = urlRequest.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) }
        let path = url?.percentEncodedPath ?? ""
        let query = url?.percentEncodedQuery.map { "?" + $0 } ?? ""
        let method = urlRequest.httpMethod ?? "GET"
        var fields = urlRequest.allHTTPHeaderFields ?? [:]
        let replaced: Set = ["host", "connection", "content-length", "transfer-encoding"]
        for name in fields.keys where replaced.contains(name.lowercased()) { fields[name] = nil }
        let host = urlRequest.value(forHTTPHeaderField: "Host") ?? authority
        var lines = ["\(method) \(path.isEmpty ? "/" : path)\(query) HTTP/1.1", "Host: \(host)"]
        let asksForCoding = urlRequest.value(forHTTPHeaderField: "Accept-Encoding") != nil
        if !asksForCoding { lines.append("Accept-Encoding: gzip") }
        lines += fields.map { "\($0): \($1)" }
        if let length = bodyLength {
            if length > 0 || ["POST", "PUT", "PATCH"].contains(method) { lines.append("Content-Length: \(length)") }
        } else {
            lines.append("Transfer-Encoding: chunked")
        }
        return lines.joined(separator: "\r\n") + "\r\n\r\n"
    }
}
