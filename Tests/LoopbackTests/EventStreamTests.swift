import EndpointCompliance
import EndpointController
import EndpointStreaming
import Foundation
import Testing

/// Streams of server-sent events from a server on this machine.
@Suite struct EventStreamTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"

    private static let runs = ProcessInfo.processInfo.environment["ENDPOINT_TESTS"] == "all" ? 1_000 : 48
    /// The number of servers that run at the same time.
    ///
    /// Waiting for a connection to close takes no CPU time.
    private static let lanes = 8

    /// Starts a server that sends one event on each connection, is then silent, and reports when the client closes the
    /// connection.
    private func silentServer() throws -> (server: ScriptedServer, ends: AsyncStream<Void>) {
        let (ends, end) = AsyncStream<Void>.makeStream()
        let server = try ScriptedServer(isRecording: false) { _, connection in
            connection.send(Self.head + "data: 1\n\n")
            connection.waitForEnd()
            connection.close()
            end.yield()
        }
        return (server, ends)
    }

    /// Repeats an operation with several silent servers at the same time.
    ///
    /// - Parameter operation: Opens a connection and releases it.
    /// - Throws: Rethrows errors from `operation`.
    private func repeatedly(_ operation: @escaping @Sendable (Controller) async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<Self.lanes {
                group.addTask {
                    let (server, ends) = try silentServer()
                    defer { server.stop() }
                    let controller = Controller(baseURL: server.url())
                    var end = ends.makeAsyncIterator()
                    for _ in 0..<Self.runs / Self.lanes {
                        try await operation(controller)
                        await end.next()
                    }
                    #expect(server.connectionCount == Self.runs / Self.lanes)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("Closes the connection to a silent server when the task is cancelled", .timeLimit(.minutes(5)))
    func cancellation() async throws {
        try await repeatedly { controller in
            let (firsts, first) = AsyncStream<Void>.makeStream()
            let reader = Task {
                do {
                    for try await _ in controller.serverSentEvents(of: API.text) { first.yield() }
                    return nil as LoadError?
                } catch {
                    return error as? LoadError
                }
            }
            for await _ in firsts { break }
            reader.cancel()
            #expect(await reader.value?.kind == .cancelled)
        }
    }

    @Test("Closes the connection to a silent server when the caller leaves the loop", .timeLimit(.minutes(5)))
    func leaving() async throws {
        try await repeatedly { controller in
            for try await _ in controller.serverSentEvents(of: API.text) { break }
        }
        try await repeatedly { controller in
            for try await _ in controller.elements(of: API.text.streamed(by: .events)) { break }
        }
    }

    @Test("Closes the connection to a silent server when the task group is cancelled", .timeLimit(.minutes(1)))
    func losing() async throws {
        let (server, ends) = try silentServer()
        defer { server.stop() }
        let events = Controller(baseURL: server.url()).serverSentEvents(of: API.text)
        await withTaskGroup(of: Void.self) { group in
            let (firsts, first) = AsyncStream<Void>.makeStream()
            group.addTask {
                _ = try? await events.first { _ in
                    first.yield(); return false
                }
            }
            for await _ in firsts { break }
            group.cancelAll()
        }
        for await _ in ends { break }
    }
}
