public import Foundation

/// A server on loopback that does what a script says, misbehaviour included.
///
/// The script is called with each request and the connection that it came on, on a thread of that connection.
///
/// `@unchecked Sendable`: all that changes is touched with `lock` held.
public final class ScriptedServer: @unchecked Sendable {
    public typealias Script = @Sendable (ScriptedRequest, Connection) -> Void

    public let port: UInt16
    private let socket: Socket
    private let script: Script
    private let isRecording: Bool
    private let readsBodies: Bool
    private let lock = NSLock()
    private var received: [ScriptedRequest] = []
    private var connections: [Socket] = []

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - isRecording: Whether to keep the requests that arrive.
    ///   - readingBodies: Whether the body of a request is read before the script is called. A connection whose script
    ///     leaves a body unread is of no use for another request.
    ///   - script: What to do with each request.
    /// - Throws: What the system says of sockets.
    public init(isRecording: Bool = true, readingBodies: Bool = true, _ script: @escaping Script) throws {
        self.isRecording = isRecording
        (socket, port) = try Socket.listening()
        readsBodies = readingBodies
        self.script = script
        Thread.detachNewThread { [self] in
            while let connection = socket.accept() {
                lock.withLock { connections.append(connection) }
                Thread.detachNewThread { [self] in serve(connection) }
            }
            socket.close()
        }
    }

    /// A server that answers every request with the same bytes and closes.
    public convenience init(answering bytes: String) throws {
        try self.init { _, connection in
            connection.send(bytes)
            connection.close()
        }
    }

    /// A port on loopback that nobody listens at.
    public static func refusedPort() throws -> UInt16 {
        let (socket, port) = try Socket.listening()
        socket.close()
        return port
    }

    /// Every request that has arrived, in order.
    public var requests: [ScriptedRequest] { lock.withLock { received } }

    /// How many connections were made.
    public var connectionCount: Int { lock.withLock { connections.count } }

    public func url(_ path: String = "") -> URL {
        guard let url = URL(string: "http://127.0.0.1:\(port)/\(path)") else { preconditionFailure("no URL: \(path)") }
        return url
    }

    /// Closes everything.
    public func stop() {
        socket.shutDown()
        for connection in lock.withLock({ connections }) { connection.shutDown() }
    }

    private func serve(_ socket: Socket) {
        let connection = Connection(socket)
        while let request = connection.readRequest(withBody: readsBodies) {
            if isRecording { lock.withLock { received.append(request) } }
            script(request, connection)
            if connection.isClosed { return }
        }
        connection.close()
    }
}
