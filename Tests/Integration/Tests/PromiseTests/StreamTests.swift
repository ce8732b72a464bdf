import EndpointCompliance
import EndpointController
import EndpointStreaming
import Foundation
import Programs
import Testing
import Transports

extension PromiseTests {
    /// A stream that waits for its reader does not fill memory.
    @Suite struct StreamTests {
        @Test("Never holds a large stream in memory while its reader is slow", arguments: CheckedTransport.all)
        func slowReader(_ transport: CheckedTransport) async throws {
            let size = 500_000_000
            let server = try ScriptedServer { _, connection in
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\nConnection: close\r\n\r\n")
                let chunk = [UInt8](repeating: 7, count: 100_000)
                for _ in 0..<size / chunk.count where !connection.send(chunk) { break }
                connection.close()
            }
            defer { server.stop() }
            let before = try peakMemory()
            var count = 0
            for try await chunk in try await transport.controller(for: server).stream(Probe()).body {
                // No event reports that the server cannot send more.
                if count == 0 { try await Task.sleep(for: .seconds(1)) }
                count += chunk.count
            }
            #expect(count == size)
            try #expect(peakMemory() - before < 64 * 1_024)
        }
    }
}
