/// One connection to a scripted server, used by one thread.
public final class Connection {
    private let socket: Socket
    private var pending: [UInt8] = []
    public private(set) var isClosed = false
    /// How many requests have come on it.
    public private(set) var requestCount = 0

    init(_ socket: Socket) {
        self.socket = socket
    }

    @discardableResult
    public func send(_ text: String) -> Bool {
        socket.send(text.utf8)
    }

    @discardableResult
    public func send(_ bytes: [UInt8]) -> Bool {
        socket.send(bytes)
    }

    /// Answers with a status line, header fields and a body of known length.
    public func respond(_ status: String = "200 OK", _ fields: [String] = [], body: String = "") {
        let lines = ["HTTP/1.1 \(status)"] + fields + ["Content-Length: \(body.utf8.count)", "", body]
        send(lines.joined(separator: "\r\n"))
    }

    /// Reads and counts what comes until the client goes away.
    public func countToEnd() -> Int {
        var count = 0
        while true {
            let bytes = socket.receive()
            if bytes.isEmpty { return count }
            count += bytes.count
        }
    }

    /// Waits until the client goes away.
    public func waitForEnd() {
        while !socket.receive().isEmpty {}
    }

    public func close() {
        guard !isClosed else { return }
        isClosed = true
        socket.close()
    }

    public func reset() {
        guard !isClosed else { return }
        isClosed = true
        socket.reset()
    }

    /// Waits until the server is stopped or the connection breaks, and reads nothing meanwhile.
    public func waitToBeStopped() {
        socket.waitForHangUp()
    }

    /// Reads a request; nil at the end of the connection.
    public func readRequest(withBody: Bool = true) -> ScriptedRequest? {
        let end = Array("\r\n\r\n".utf8)
        while true {
            // The first byte of a TLS handshake (RFC 8446, section 5.1), which this server does not understand.
            if pending.first == 0x16 { return ScriptedRequest(head: "TLS", body: []) }
            if let range = pending.firstRange(of: end) {
                let head = String(decoding: pending[..<range.lowerBound], as: UTF8.self)
                pending.removeSubrange(..<range.upperBound)
                requestCount += 1
                var request = ScriptedRequest(head: head, body: [])
                guard withBody else { return request }
                guard let body = readBody(of: request) else { return nil }
                request.body = body
                return request
            }
            let bytes = socket.receive()
            if bytes.isEmpty { return nil }
            pending += bytes
        }
    }

    /// The body, whole; nil if the connection ends before.
    private func readBody(of request: ScriptedRequest) -> [UInt8]? {
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

    private func read(_ count: Int) -> [UInt8]? {
        while pending.count < count {
            let bytes = socket.receive()
            if bytes.isEmpty { return nil }
            pending += bytes
        }
        defer { pending.removeFirst(count) }
        return Array(pending.prefix(count))
    }

    private func readLine() -> String? {
        while true {
            if let end = pending.firstRange(of: Array("\r\n".utf8)) {
                defer { pending.removeSubrange(..<end.upperBound) }
                return String(decoding: pending[..<end.lowerBound], as: UTF8.self)
            }
            let bytes = socket.receive()
            if bytes.isEmpty { return nil }
            pending += bytes
        }
    }
}
