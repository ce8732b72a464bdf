import EndpointCompliance
import EndpointController
import Foundation
import Testing

/// Bodies that are read while they still arrive.
@Suite struct BodyOrderTests {
    private static let size = 24_000_000

    @Test("Delivers a body of 24 MB in order that is read slowly, while more of it arrives", .timeLimit(.minutes(1)))
    func deliversInOrder() async throws {
        let bytes = (0..<Self.size).map { UInt8(truncatingIfNeeded: ($0 / 65_536) &* 7 &+ $0) }
        let isReading = DispatchSemaphore(value: 0)
        let (halves, half) = AsyncStream<Void>.makeStream()
        let server = try ScriptedServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(Self.size)\r\n\r\n")
            // More than is kept in memory waits before anything is read; the rest arrives meanwhile.
            connection.send(Array(bytes[..<12_000_000]))
            half.yield()
            isReading.wait()
            for start in stride(from: 12_000_000, to: Self.size, by: 100_000) {
                connection.send(Array(bytes[start..<start + 100_000]))
            }
        }
        defer { server.stop() }
        let response = try await URLSessionTransport.shared.send(URLRequest(url: server.url()), context: .init())
        for await _ in halves { break }
        var body = Data()
        for try await chunk in response.body {
            if body.isEmpty { isReading.signal() }
            body += chunk
        }
        #expect(body.count == Self.size)
        #expect(body.elementsEqual(bytes))
    }
}
