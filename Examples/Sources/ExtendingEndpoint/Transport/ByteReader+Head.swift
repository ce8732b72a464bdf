import EndpointController
import Foundation

extension ByteReader {
    /// Reads the head of the final response (RFC 9112, sections 4 and 5).
    ///
    /// - Returns: The head, and whether the server may keep the connection open after the body.
    mutating func readHead(to request: URLRequest) throws(SocketError) -> (EndpointResponseHead, isPersistent: Bool) {
        while true {
            let status = try readLine().split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
            guard status.count >= 2, ["HTTP/1.0", "HTTP/1.1"].contains(status[0]), status[1].count == 3,
                let code = Int(status[1]), code >= 100, code != 101
            else { throw .invalidHead }
            let head = EndpointResponseHead(url: request.url, statusCode: code, fieldLines: try readFields())
            if code < 200 { continue }
            let isClosing = head.headerField("Connection")?.lowercased().contains("close") == true
            return (head, isPersistent: status[0] == "HTTP/1.1" && !isClosing)
        }
    }

    /// Reads field lines up to an empty line.
    mutating func readFields() throws(SocketError) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        while true {
            let line = try readLine()
            if line.isEmpty { return fields }
            guard let colon = line.firstIndex(of: ":") else { throw .invalidHead }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            fields.append((String(line[..<colon]), value))
        }
    }
}
