import EndpointTransports
import Foundation

/// Checks that data sent to a slow reader does not fill memory, and that data arrives at once, whole and in order.
enum SlowReaderChecks {
    static let all = [
        ComplianceCheck(
            .slowReaders, "a body that waits for its reader does not fill memory", needsLittleMemoryForASlowReader),
        ComplianceCheck(
            .slowReaders, "a body that waits for a slow reader keeps its order", keepsTheOrderForASlowReader),
        ComplianceCheck(
            .slowReaders, "all bytes that the server has sent arrive before the body is whole",
            deliversTheBytesBeforeTheEnd),
    ]

    /// Reads a large body, and pauses after the first chunk until the server stops sending.
    private static func needsLittleMemoryForASlowReader(_ trial: Trial) async throws {
        let size = 500_000_000
        let sent = SentBytes()
        let server = try trial.server { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\nConnection: close\r\n\r\n")
            let chunk = [UInt8](repeating: 7, count: 100_000)
            for _ in 0..<size / chunk.count where connection.send(chunk) { sent.add(chunk.count) }
            connection.close()
        }
        try await Memory.expectLittle("the response") {
            var count = 0
            for try await chunk in try await trial.send(to: server).body {
                if count == 0 { try await sent.waitForEnd(at: size) }
                count += chunk.count
            }
            try Expect.equal("the length of the body", count, size)
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
        let response = try await trial.send(to: server)
        var received = Data()
        var chunks = response.body.makeAsyncIterator()
        received += try Expect.some("a chunk", try await chunks.next())
        try await sent.waitForEnd(at: bytes.count)
        while let chunk = try await chunks.next() { received += chunk }
        try Expect.equal("whether the body is what was sent", received == Data(bytes), true)
    }

    private static func deliversTheBytesBeforeTheEnd(_ trial: Trial) async throws {
        for size in [1, 11, 65_536, 100_001] {
            let goOn = DispatchSemaphore(value: 0)
            let first = Data(repeating: 1, count: size)
            let server = try trial.server { _, connection in
                // With `nosniff`, Apple's `URLSession` does not wait for 512 bytes.
                connection.send("HTTP/1.1 200 OK\r\nX-Content-Type-Options: nosniff\r\n")
                connection.send("Transfer-Encoding: chunked\r\n\r\n\(String(size, radix: 16))\r\n")
                connection.send(Array(first + Data("\r\n".utf8)))
                goOn.wait()
                connection.send("6\r\nsecond\r\n0\r\n\r\n")
            }
            defer { goOn.signal() }
            var chunks = try await trial.send(to: server).body.makeAsyncIterator()
            var received = Data()
            while received.count < size { received += try Expect.some("a chunk", try await chunks.next()) }
            try Expect.that("the first chunk", received == first, found: received)
            goOn.signal()
            var rest = Data()
            while let chunk = try await chunks.next() { rest += chunk }
            try Expect.equal("the rest", rest, Data("second".utf8))
            try Expect.equal("what comes after the end", try await chunks.next(), nil)
        }
    }
}
