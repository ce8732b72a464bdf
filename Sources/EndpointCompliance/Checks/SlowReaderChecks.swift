import EndpointController
import EndpointStreaming
import Foundation

/// Checks that data sent to a slow reader does not fill memory, and arrives whole and in order.
enum SlowReaderChecks {
    static let all = [
        ComplianceCheck(
            .slowReaders, "a body that waits for its reader does not fill memory", needsLittleMemoryForASlowReader),
        ComplianceCheck(
            .slowReaders, "a body that waits for a slow reader keeps its order", keepsTheOrderForASlowReader),
        ComplianceCheck(.slowReaders, "a chunk arrives before the body is whole", deliversAChunkBeforeTheEnd),
        ComplianceCheck(
            .slowReaders, "the transport itself does not fill memory", checkThatTheTransportNeedsLittleMemory),
    ]

    static let size = 500_000_000

    /// Returns a server that sends a large body, together with a counter of the bytes that the server has sent.
    static func server(_ trial: Trial) throws -> (ScriptedServer, SentBytes) {
        let sent = SentBytes()
        let server = try trial.server { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\nConnection: close\r\n\r\n")
            let chunk = [UInt8](repeating: 7, count: 100_000)
            for _ in 0..<size / chunk.count where connection.send(chunk) { sent.add(chunk.count) }
            connection.close()
        }
        return (server, sent)
    }

    /// Expects a body to arrive whole, although reading pauses after the first chunk until the server stops sending.
    private static func expectWholeBody(_ body: EndpointResponseBody, _ sent: SentBytes) async throws {
        var count = 0
        for try await chunk in body {
            if count == 0 { try await sent.waitForEnd(at: size) }
            count += chunk.count
        }
        try Expect.equal("the length of the body", count, size)
    }

    private static func needsLittleMemoryForASlowReader(_ trial: Trial) async throws {
        let (server, sent) = try server(trial)
        try await Memory.expectLittle("the stream") {
            try await expectWholeBody(try await trial.controller(for: server).stream(Probe()).body, sent)
        }
    }

    private static func checkThatTheTransportNeedsLittleMemory(_ trial: Trial) async throws {
        let (server, sent) = try server(trial)
        try await Memory.expectLittle("the response") {
            try await expectWholeBody(try await trial.transport.send(URLRequest(url: server.url())).body, sent)
        }
    }

    private static func keepsTheOrderForASlowReader(_ trial: Trial) async throws {
        let sent = SentBytes()
        let words = (0..<2_000_000).map { UInt64($0) }
        let bytes = words.withUnsafeBytes { [UInt8]($0) }
        let server = try trial.server { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(bytes.count)\r\n\r\n")
            for start in stride(from: 0, to: bytes.count, by: 100_000) {
                if connection.send(Array(bytes[start..<start + 100_000])) { sent.add(100_000) }
            }
        }
        let response = try await trial.controller(for: server).stream(Probe())
        var received = Data()
        var chunks = response.body.makeAsyncIterator()
        received += try Expect.some("a chunk", try await chunks.next())
        try await sent.waitForEnd(at: bytes.count)
        while let chunk = try await chunks.next() { received += chunk }
        try Expect.equal("whether the body is what was sent", received == Data(bytes), true)
    }

    private static func deliversAChunkBeforeTheEnd(_ trial: Trial) async throws {
        let goOn = DispatchSemaphore(value: 0)
        let server = try trial.server { _, connection in
            // With `nosniff`, Apple's `URLSession` does not wait for 512 bytes.
            connection.send("HTTP/1.1 200 OK\r\nX-Content-Type-Options: nosniff\r\n")
            connection.send("Transfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n")
            goOn.wait()
            connection.send("6\r\nsecond\r\n0\r\n\r\n")
        }
        defer { goOn.signal() }
        let response = try await trial.controller(for: server).stream(Probe())
        try Expect.equal("the status", response.statusCode, 200)
        var chunks = response.body.makeAsyncIterator()
        try Expect.equal("the first chunk", try await chunks.next(), Data("first".utf8))
        goOn.signal()
        var rest = Data()
        while let chunk = try await chunks.next() { rest += chunk }
        try Expect.equal("the rest", rest, Data("second".utf8))
        try Expect.equal("what comes after the end", try await chunks.next(), nil)
    }
}
