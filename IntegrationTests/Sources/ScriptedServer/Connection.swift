/// One connection to a scripted server, used by one thread.
public final class Connection {
    private let socket: Socket
    private var pending: [UInt8] = []
    public private(set) var isClosed = false

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

    /// Reads a request with its body; nil at the end of the connection.
    public func readRequest() -> ScriptedRequest? {
        guard let head = read(until: "\r\n\r\n") else { return nil }
        var request = ScriptedRequest(head: head, body: [])
        if request.field("Expect") != nil { send("HTTP/1.1 100 Continue\r\n\r\n") }
        if request.field("Transfer-Encoding") == "chunked" {
            guard let body = readChunks() else { return nil }
            request.body = body
        } else {
            guard let body = read(request.field("Content-Length").flatMap { Int($0) } ?? 0) else { return nil }
            request.body = body
        }
        return request
    }

    /// Reads chunks (RFC 9112, section 7.1), of which the last is empty.
    private func readChunks() -> [UInt8]? {
        var body: [UInt8] = []
        while let line = read(until: "\r\n"), let size = Int(line, radix: 16), let chunk = read(size) {
            body += chunk
            guard read(until: "\r\n") != nil else { return nil }
            if size == 0 { return body }
        }
        return nil
    }

    private func read(until end: String) -> String? {
        let end = Array(end.utf8)
        while true {
            if let range = pending.firstRange(of: end) {
                defer { pending.removeSubrange(..<range.upperBound) }
                return String(decoding: pending[..<range.lowerBound], as: UTF8.self)
            }
            // The first byte of a TLS handshake (RFC 8446, section 5.1), which this server does not understand.
            if pending.first == 0x16 { return "TLS" }
            guard receive() else { return nil }
        }
    }

    private func read(_ count: Int) -> [UInt8]? {
        while pending.count < count {
            guard receive() else { return nil }
        }
        defer { pending.removeFirst(count) }
        return Array(pending.prefix(count))
    }

    private func receive() -> Bool {
        let bytes = socket.receive()
        pending += bytes
        return !bytes.isEmpty
    }
}
