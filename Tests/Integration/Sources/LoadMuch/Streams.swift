import EndpointCompliance
import EndpointStreaming
import Foundation
import Programs

/// Reads streams of server-sent events.
struct Streams {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
    private static let endpoint = RESTEndpoint(path: "events")

    let transport: any EndpointTransport

    /// Reads one long stream.
    ///
    /// - Parameter bytes: The minimum number of bytes that the server sends.
    /// - Returns: The number of events that were lost, and the number of KiB by which the peak of the memory rose above
    ///   the start.
    /// - Throws: The error that ended the stream early.
    func readMuch(_ bytes: Int) async throws -> (lost: Int, growth: Int) {
        let event = "id: 12345\nevent: message\ndata: {\"n\":12345,\"t\":\"hello\"}\n\n"
        let perChunk = 1_000
        let chunk = Array(String(repeating: event, count: perChunk).utf8)
        let chunks = bytes / chunk.count + 1
        let server = try ScriptedServer(isRecording: false) { _, connection in
            connection.send(Self.head)
            for _ in 0..<chunks where !connection.send(chunk) { break }
            connection.close()
        }
        defer { server.stop() }
        let controller = EndpointController(baseURL: server.url(), transport: transport)
        var count = 0
        var start = 0
        for try await _ in controller.elements(of: Self.endpoint.streamed(by: .events)) {
            // The connection, the buffers and the parser exist when the first event arrives.
            if count == 0 { start = try peakMemory() }
            count += 1
        }
        return (chunks * perChunk - count, try peakMemory() - start)
    }

    /// Cancels streams of a server that falls silent, and waits until the server sees the end of each.
    ///
    /// - Returns: The number of additional open file descriptors.
    func cancel(_ count: Int) async throws -> Int {
        let (ends, end) = AsyncStream<Void>.makeStream()
        let server = try ScriptedServer(isRecording: false) { _, connection in
            connection.send(Self.head + "data: 1\n\n")
            connection.waitForEnd()
            connection.close()
            end.yield()
        }
        defer { server.stop() }
        let controller = EndpointController(baseURL: server.url(), transport: transport)
        var iterator = ends.makeAsyncIterator()
        var before = 0
        for number in 0...count {
            let (firsts, first) = AsyncStream<Void>.makeStream()
            let reader = Task {
                for try await _ in controller.serverSentEvents(of: Self.endpoint) { first.yield() }
            }
            for await _ in firsts { break }
            reader.cancel()
            await iterator.next()
            _ = await reader.result
            // The first stream opens file descriptors that the process keeps open.
            if number == 0 { before = try await descriptorsAtRest() }
        }
        return try await descriptorsAtRest() - before
    }
}
