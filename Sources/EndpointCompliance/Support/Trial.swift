import EndpointSupport
import EndpointTransports
import Foundation

/// One run of a check: the transport under test, and the servers of the check.
final class Trial: Sendable {
    private struct State {
        var servers: [ScriptedServer] = []
        var isOver = false
    }

    let transport: any EndpointTransport
    private let state = Locked(State())

    init(_ transport: any EndpointTransport) {
        self.transport = transport
        StallMeter.shared.begin()
    }

    /// Starts a server that runs until it is stopped or the trial is over.
    func server(readingBodies: Bool = true, _ script: @escaping ScriptedServer.Script) throws -> ScriptedServer {
        let server = try ScriptedServer(readingBodies: readingBodies, script)
        let isTooLate = state.withLock { state in
            state.servers.append(server)
            return state.isOver
        }
        // An abandoned trial must not continue.
        guard isTooLate else { return server }
        server.stop()
        throw CancellationError()
    }

    /// Starts a server that answers every request with the same bytes and closes the connection.
    func server(answering text: String) throws -> ScriptedServer {
        try server { _, connection in
            connection.send(text)
            connection.close()
        }
    }

    /// Stops all servers, so that the remaining calls of a check that took too long can end.
    ///
    /// Call this method only once, because each call ends a trial of the ``StallMeter``.
    func stop() {
        let servers = state.withLock { state in
            state.isOver = true
            return state.servers
        }
        for server in servers { server.stop() }
        StallMeter.shared.end()
    }
}
