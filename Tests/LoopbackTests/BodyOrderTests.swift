import EndpointCompliance
import EndpointController
import Foundation
import Testing

/// Bodies that are read while they are still arriving.
@Suite(.timeLimit(.minutes(1))) struct BodyOrderTests {
    @Test("Delivers a body of 6 MB in order when it is read slowly", .timeLimit(.minutes(1)))
    func deliversInOrder() async throws {
        let parts = (0..<60 as Range<UInt8>).map { [UInt8](repeating: $0, count: 100_000) }
        let isReading = DispatchSemaphore(value: 0)
        let (halves, half) = AsyncStream<Void>.makeStream()
        let server = try ScriptedServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 6000000\r\n\r\n")
            // Send half before the client reads, which is less than it takes to pause, and the rest while it reads.
            for part in parts[..<30] { connection.send(part) }
            half.yield()
            isReading.wait()
            for part in parts[30...] { connection.send(part) }
        }
        defer { server.stop() }
        let response = try await SystemTransport.shared.send(URLRequest(url: server.url()), context: .init())
        for await _ in halves { break }
        var body = Data()
        for try await chunk in response.body {
            if body.isEmpty { isReading.signal() }
            body += chunk
        }
        #expect(body.elementsEqual(parts.joined()))
    }
}
