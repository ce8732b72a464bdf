import Foundation

/// A parser of the requests on a connection (RFC 9112).
struct RequestReader {
    private let socket: Socket
    private var pending: [UInt8] = []

    init(_ socket: Socket) {
        self.socket = socket
    }

    /// Reads a request; returns nil at the end of the connection and for a body with invalid framing.
    mutating func next(readingBody: Bool) -> ScriptedRequest? {
        let end = Array("\r\n\r\n".utf8)
        while true {
            // A TLS handshake begins with 0x16 (RFC 8446, section 5.1). Do not wait for a request: none will follow.
            if pending.first == 0x16 {
                pending = []
                return ScriptedRequest(head: "TLS", body: [])
            }
            if let range = pending.firstRange(of: end) {
                let head = String(decoding: pending[..<range.lowerBound], as: UTF8.self)
                pending.removeSubrange(..<range.upperBound)
                var request = ScriptedRequest(head: head, body: [])
                guard readingBody else { return request }
                guard let body = readBody(of: request) else { return nil }
                request.body = body
                return request
            }
            guard receive() else { return nil }
        }
    }

    /// Drops the bytes that have been received from the socket but have not been parsed.
    ///
    /// - Returns: The number of bytes dropped.
    mutating func dropRest() -> Int {
        defer { pending = [] }
        return pending.count
    }

    /// Reads the whole body; returns nil if the connection ends early or the framing is invalid.
    private mutating func readBody(of request: ScriptedRequest) -> [UInt8]? {
        guard request.field("Transfer-Encoding")?.lowercased() == "chunked" else {
            guard let length = request.field("Content-Length") else { return [] }
            return count(length, radix: 10).flatMap { read($0) }
        }
        var body: [UInt8] = []
        while let line = readLine() {
            // Extensions may follow the size (RFC 9112, section 7.1.1).
            let size = line.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
            guard let size = count(size, radix: 16), let chunk = read(size) else { return nil }
            if size == 0 { return skipTrailers() ? body : nil }
            guard readLine() == "" else { return nil }
            body += chunk
        }
        return nil
    }

    /// Parses the length of a body or chunk; returns nil if the text is not an unsigned number.
    private func count(_ text: String, radix: Int) -> Int? {
        // `Int` also accepts a sign.
        text.hasPrefix("+") || text.hasPrefix("-") ? nil : Int(text, radix: radix)
    }

    private mutating func skipTrailers() -> Bool {
        while let line = readLine() {
            if line.isEmpty { return true }
        }
        return false
    }

    private mutating func read(_ count: Int) -> [UInt8]? {
        while pending.count < count {
            guard receive() else { return nil }
        }
        defer { pending.removeFirst(count) }
        return Array(pending.prefix(count))
    }

    private mutating func readLine() -> String? {
        while true {
            if let end = pending.firstRange(of: Array("\r\n".utf8)) {
                defer { pending.removeSubrange(..<end.upperBound) }
                return String(decoding: pending[..<end.lowerBound], as: UTF8.self)
            }
            guard receive() else { return nil }
        }
    }

    private mutating func receive() -> Bool {
        let bytes = socket.receive()
        pending += bytes
        return !bytes.isEmpty
    }
}
