import Dispatch
import EndpointController
import Foundation
import Testing

/// Tests of the channel between a transport and a caller.
@Suite struct ResponseChannelTests {
    private static let head = EndpointResponseHead(url: nil, statusCode: 200)

    private func channel(limit: Int = 262_144) -> EndpointResponseChannel {
        let channel = EndpointResponseChannel(limit: limit)
        channel.send(Self.head)
        return channel
    }

    @Test("Asks the sender to pause over the limit, and to continue when the chunks are read")
    func backPressure() async throws {
        let channel = channel(limit: 100_000)
        #expect(channel.send(Data(count: 60_000)))
        #expect(!channel.send(Data(count: 60_000)))
        let drained = AsyncStream<Void>.makeStream()
        channel.whenDrained { drained.continuation.finish() }
        let body = try await channel.response().body
        var chunks = body.makeAsyncIterator()
        #expect(try await chunks.next()?.count == 60_000)
        #expect(try await chunks.next()?.count == 60_000)
        for await _ in drained.stream {}
        await withCheckedContinuation { continuation in channel.whenDrained { continuation.resume() } }
    }

    @Test("Wakes every waiting sender at the end of the response", .timeLimit(.minutes(1)))
    func wakesSenders() async {
        let channel = channel(limit: 1)
        channel.send(Data(count: 2))
        let woken = AsyncStream<Void>.makeStream()
        for _ in 1...2 { channel.whenDrained { woken.continuation.yield() } }
        channel.finish()
        var wakeUps = woken.stream.makeAsyncIterator()
        for _ in 1...2 { await wakeUps.next() }
    }

    @Test("Joins small chunks")
    func smallChunks() async throws {
        let channel = channel()
        for byte in 0..<200 { channel.send(Data([UInt8(byte)])) }
        channel.finish()
        var chunks = try await channel.response().body.makeAsyncIterator()
        #expect(try await chunks.next() == Data(0..<200))
        #expect(try await chunks.next() == nil)
    }

    @Test("Delivers the chunks before an error, then throws")
    func errorAtTheEnd() async throws {
        let channel = channel()
        channel.send(Data("four".utf8))
        channel.finish(throwing: .truncated(URLError(.networkConnectionLost)))
        var chunks = try await channel.response().body.makeAsyncIterator()
        #expect(try await chunks.next() == Data("four".utf8))
        await #expect(throws: EndpointTransportError.self) { try await chunks.next() }
    }

    @Test("Throws notResponding if the response ends without a head")
    func noHead() async {
        let channel = EndpointResponseChannel()
        channel.finish()
        let error = await #expect(throws: EndpointTransportError.self) { try await channel.response() }
        guard case .notResponding = error else {
            Issue.record("\(error as Any)")
            return
        }
    }

    @Test("Calls whenAbandoned if the body is dropped, but not after the end")
    func abandonment() async throws {
        let abandoned = AsyncStream<String>.makeStream()
        let (dropped, ended) = (channel(), channel())
        ended.whenAbandoned { abandoned.continuation.yield("ended") }
        ended.finish()
        ended.whenAbandoned { abandoned.continuation.yield("ended before") }
        _ = try await ended.response()
        dropped.whenAbandoned { abandoned.continuation.yield("dropped") }
        _ = try await dropped.response()
        #expect(dropped.isAbandoned)
        abandoned.continuation.finish()
        #expect(await abandoned.stream.reduce(into: []) { $0.append($1) } == ["dropped"])
        await confirmation { called in dropped.whenAbandoned { called() } }
    }

    @Test("Ends the wait of a cancelled reader while the queue that wakes it is busy", .timeLimit(.minutes(1)))
    func cancellation() async throws {
        let queue = DispatchQueue(label: "busy")
        queue.suspend()
        defer { queue.resume() }
        let channel = EndpointResponseChannel(EndpointTransportContext(), limit: 1, ChunkBuffer(), wakingOn: queue)
        let (started, start) = AsyncStream<Void>.makeStream()
        let reader = Task {
            start.finish()
            return try await channel.response()
        }
        for await _ in started {}
        channel.send(Self.head)
        reader.cancel()
        // The reader returns the head if the head came before the reader began to wait.
        _ = await reader.result
    }
}
