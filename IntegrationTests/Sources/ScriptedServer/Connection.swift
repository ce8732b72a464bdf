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
        let end = Array("\r\n\r\n".utf8)
        while true {
            // The first byte of a TLS handshake (RFC 8446, section 5.1), which this server does not understand.
            if pending.first == 0x16 { return ScriptedRequest(head: "TLS", body: []) }
            if let range = pending.firstRange(of: end) {
                let head = String(decoding: pending[..<range.lowerBound], as: UTF8.self)
                pending.removeSubrange(..<range.upperBound)
                var request = ScriptedRequest(head: head, body: [])
                let length = request.field("Content-Length").flatMap { Int($0) } ?? 0
                while pending.count < length {
                    let bytes = socket.receive()
                    if bytes.isEmpty { return nil }
                    pending += bytes
                }
                request.body = Array(pending.prefix(length))
                pending.removeFirst(length)
                return request
            }
            let bytes = socket.receive()
            if bytes.isEmpty { return nil }
            pending += bytes
        }
    }
}
