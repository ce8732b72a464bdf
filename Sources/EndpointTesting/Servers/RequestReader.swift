/// Takes the requests of a connection apart (RFC 9112).
struct RequestReader {
    private let socket: Socket
    private var pending: [UInt8] = []

    init(_ socket: Socket) {
        self.socket = socket
    }

    /// Reads a request; nil at the end of the connection.
    mutating func next(readingBody: Bool) -> ScriptedRequest? {
        let end = Array("\r\n\r\n".utf8)
        while true {
            // The first byte of a TLS handshake (RFC 8446, section 5.1), which this server does not understand.
            if pending.first == 0x16 { return ScriptedRequest(head: "TLS", body: []) }
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

    /// The body, whole; nil if the connection ends before.
    private mutating func readBody(of request: ScriptedRequest) -> [UInt8]? {
        guard request.field("Transfer-Encoding")?.lowercased() == "chunked" else {
            return read(request.field("Content-Length").flatMap { Int($0) } ?? 0)
        }
        var body: [UInt8] = []
        while let line = readLine(), let size = Int(line, radix: 16), let chunk = read(size), readLine() != nil {
            if size == 0 { return body }
            body += chunk
        }
        return nil
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
