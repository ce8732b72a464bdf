import EndpointSupport
import EndpointTransports
public import Foundation

/// An HTTP server on loopback that follows a script, which may violate the protocol.
///
/// ```swift
/// let server = try ScriptedServer { request, connection in
///     connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nno more than this")
///     connection.close()
/// }
/// defer { server.stop() }
/// let response = try await MyTransport().send(URLRequest(url: server.url()))
/// ```
///
/// Each connection has a separate thread, on which the server calls the script with each request and the connection.
public final class ScriptedServer: Sendable {
    private struct State {
        var requests: [ScriptedRequest] = []
        var connections: [Socket] = []
        var isStopped = false
        /// The connection that wakes the accepting thread when the server is stopped.
        var knock: Socket?
    }

    /// A closure that handles a request on a connection.
    public typealias Script = @Sendable (ScriptedRequest, ScriptedConnection) -> Void

    /// The port, which the system assigns.
    public let port: UInt16

    private let baseURL: URL
    private let socket: Socket
    private let script: Script
    private let isRecording: Bool
    private let readsBodies: Bool
    private let state = Locked(State())

    /// Starts a server, which runs until you call ``stop()``.
    ///
    /// - Parameters:
    ///   - isRecording: `true` to record each request in ``requests``. The default is `true`.
    ///   - readingBodies: `true` to read the body of a request before the script is called. The default is `true`. With
    ///     `false`, a connection cannot be used for another request after a request with a body.
    ///   - script: A closure that handles each request.
    /// - Throws: `POSIXError` if the system cannot provide a socket.
    public init(isRecording: Bool = true, readingBodies: Bool = true, _ script: @escaping Script) throws {
        self.isRecording = isRecording
        (socket, port) = try Socket.listening()
        guard let baseURL = URL(string: "http://127.0.0.1:\(port)/") else { throw URLError(.badURL) }
        self.baseURL = baseURL
        readsBodies = readingBodies
        self.script = script
        Thread.detachNewThread { [self] in acceptAll() }
    }

    /// Starts a server that answers every request with the same bytes and closes the connection.
    ///
    /// - Parameter text: The whole response, including the status line.
    /// - Throws: `POSIXError` if the system cannot provide a socket.
    public convenience init(answering text: String) throws {
        try self.init { _, connection in
            connection.send(text)
            connection.close()
        }
    }

    /// Returns a loopback port that refuses connections, because no program can listen on it while this process runs.
    ///
    /// - Returns: The port, which is the same for each call.
    /// - Throws: `POSIXError` if the system cannot provide a socket.
    public static func refusedPort() throws -> UInt16 {
        try refused.get().port
    }

    // The socket stays open: otherwise, the system could assign the port to the next server.
    private static let refused = Result { try Socket.bound() }

    /// The recorded requests, in the order of their arrival.
    public var requests: [ScriptedRequest] { state.withLock(\.requests) }

    /// The number of connections that clients have made.
    public var connectionCount: Int { state.withLock(\.connections.count) }

    /// Returns a URL on the server.
    ///
    /// - Parameter reference: A URL relative to the root of the server. By default, and for an invalid URL, the result
    ///   is the root.
    /// - Returns: The URL.
    public func url(_ reference: String = "") -> URL {
        URL(string: reference, relativeTo: baseURL)?.absoluteURL ?? baseURL
    }

    /// Stops the server and ends all of its connections.
    public func stop() {
        let connections = state.withLock { state in
            // On a second call, the port may belong to another server.
            if !state.isStopped {
                state.isStopped = true
                // Not every system ends the wait for a connection when the socket is shut down.
                state.knock = Socket.knock(at: port)
                socket.shutDown()
            }
            return state.connections
        }
        for connection in connections { connection.shutDown() }
    }

    private func acceptAll() {
        while true {
            let connection = socket.accept()
            let (isStopped, knock) = state.withLock { state in
                if !state.isStopped, let connection { state.connections.append(connection) }
                return (state.isStopped, state.knock)
            }
            if isStopped {
                connection?.close()
                knock?.close()
                return socket.close()
            }
            if let connection {
                Thread.detachNewThread { [self] in serve(connection) }
            } else {
                // While the server runs, a failure, such as too many open files, is temporary.
                Thread.sleep(forTimeInterval: 0.01)
            }
        }
    }

    private func serve(_ socket: Socket) {
        let connection = ScriptedConnection(socket)
        while let request = connection.readRequest(readingBody: readsBodies) {
            if isRecording { state.withLock { $0.requests.append(request) } }
            script(request, connection)
            if connection.isClosed { return }
        }
        connection.close()
    }
}
