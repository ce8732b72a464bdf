import EndpointCompliance
import EndpointStreaming
import Foundation
import Programs

/// Reads 1 GiB of zeros that arrive as 1 MiB of compressed bytes.
struct Bomb {
    private static let size = 1 << 30
    /// The start of a gzip body (RFC 1952), in which each further byte that is zero stands for 1,032 zeros.
    private static let start: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 237, 193, 1, 1, 0, 0, 0, 130, 32, 255, 175, 110, 72, 64, 1,
    ]

    let transport: any EndpointTransport

    /// Reads the zeros over a connection that stays open.
    ///
    /// - Returns: The number of KiB by which the peak of the memory rose.
    func read() async throws -> Int {
        let server = try ScriptedServer(isRecording: false) { request, connection in
            if request.target == "/small" { return connection.respond(body: "small") }
            connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n")
            connection.send(Self.start + [UInt8](repeating: 0, count: 1 << 20))
            connection.waitForEnd()
        }
        defer { server.stop() }
        let controller = EndpointController(baseURL: server.url(), transport: transport)
        for try await _ in try await controller.stream(RESTEndpoint(path: "small")).body {}
        let start = try peakMemory()
        var count = 0
        for try await chunk in try await controller.stream(RESTEndpoint(path: "bomb")).body {
            count += chunk.count
            if count >= Self.size { break }
        }
        return try peakMemory() - start
    }
}
