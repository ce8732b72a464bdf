package import FlyingFox
import FlyingSocks

/// A real HTTP server on 127.0.0.1, on a port that the system picks.
package struct LoopbackServer {
    private let handler: any HTTPHandler

    package init(_ handler: some HTTPHandler) {
        self.handler = handler
    }

    /// Runs the server for as long as the body runs.
    ///
    /// - Parameter body: The closure that needs the server. It receives the port on which the server already listens.
    /// - Throws: An error if the server could not start; rethrows errors from the body.
    package func run(while body: @Sendable (_ port: UInt16) async throws -> Void) async throws {
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: 0),
            logger: .disabled,
            handler: handler
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            group.addTask { try await server.waitUntilListening(timeout: 60) }
            // Wait for either task: a server that cannot start throws its error, instead of never listening.
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
