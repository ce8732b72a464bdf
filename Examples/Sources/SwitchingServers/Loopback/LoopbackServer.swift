import FlyingFox
import FlyingSocks

/// A real HTTP server on 127.0.0.1, at a port that the system picks.
struct LoopbackServer {
    let directory: Directory

    /// Runs the server for as long as the body runs.
    ///
    /// - Parameter body: What needs the server. It gets the port, on which the server listens by then.
    /// - Throws: Why the server could not start, or what the body throws.
    func run(while body: @Sendable (_ port: UInt16) async throws -> Void) async throws {
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: 0),
            logger: .disabled,
            handler: UsersHandler(UserStore(directory))
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            group.addTask { try await server.waitUntilListening() }
            // Whichever ends first: a server that cannot start says why, instead of never listening.
            try await group.next()
            try await body(Self.port(of: server))
            await server.stop()
        }
    }

    private static func port(of server: HTTPServer) async throws -> UInt16 {
        guard case .ip4(_, let port) = await server.listeningAddress else { throw SocketError.disconnected }
        return port
    }
}
