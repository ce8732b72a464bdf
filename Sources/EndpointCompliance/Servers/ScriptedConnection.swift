/// A connection from a client to a ``ScriptedServer``, on which the server's script responds.
///
/// Use a connection only on the thread that calls the script. The methods of a connection may block that thread.
public final class ScriptedConnection {
    private let socket: Socket
    private var reader: RequestReader

    /// A Boolean value that indicates whether the script has closed or reset the connection.
    private(set) var isClosed = false

    /// The number of requests that the server has read from the connection, including the current request.
    public private(set) var requestCount = 0

    init(_ socket: Socket) {
        self.socket = socket
        reader = RequestReader(socket)
    }

    /// Sends text unchanged, in UTF-8.
    ///
    /// - Parameter text: The text.
    /// - Returns: `true` if the system accepted all of the text, `false` if the connection has ended.
    @discardableResult
    public func send(_ text: String) -> Bool {
        socket.send(text.utf8)
    }

    /// Sends bytes unchanged.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: `true` if the system accepted all of the bytes, `false` if the connection has ended.
    @discardableResult
    public func send(_ bytes: [UInt8]) -> Bool {
        socket.send(bytes)
    }

    /// Sends a whole response, with a `Content-Length`.
    ///
    /// - Parameters:
    ///   - status: The status code and the reason phrase, such as `404 Not Found`. The default is `200 OK`.
    ///   - fields: Further header fields, each as one line without its line break. The default is none.
    ///   - body: The body. The default is empty.
    public func respond(_ status: String = "200 OK", _ fields: [String] = [], body: String = "") {
        let lines = ["HTTP/1.1 \(status)"] + fields + ["Content-Length: \(body.utf8.count)", "", body]
        send(lines.joined(separator: "\r\n"))
    }

    /// Reads and counts data until the client disconnects or the server is stopped.
    ///
    /// - Returns: The number of bytes that arrived after the head, or after the body if the server reads bodies.
    public func countToEnd() -> Int {
        // The reader may already have received some of the data.
        var count = reader.dropRest()
        while true {
            let bytes = socket.receive()
            if bytes.isEmpty { return count }
            count += bytes.count
        }
    }

    /// Reads and drops data until the client disconnects or the server is stopped.
    public func waitForEnd() {
        while !socket.receive().isEmpty {}
    }

    /// Waits, without reading, until the server is stopped or the system reports a hang-up.
    public func waitToBeStopped() {
        socket.waitForHangUp()
    }

    /// Closes the connection.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        socket.close()
    }

    /// Resets the connection.
    public func reset() {
        guard !isClosed else { return }
        isClosed = true
        socket.reset()
    }

    /// Reads the next request; returns nil at the end of the connection and for a body with invalid framing.
    func readRequest(readingBody: Bool) -> ScriptedRequest? {
        guard let request = reader.next(readingBody: readingBody) else { return nil }
        requestCount += 1
        return request
    }
}
