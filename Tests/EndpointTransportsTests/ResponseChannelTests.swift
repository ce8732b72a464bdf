import Dispatch
import EndpointController
import Foundation
import TestSupport
import Testing

@testable import EndpointTransports

/// Tests of the channel between a transport and a caller.
@Suite(.timeLimit(.minutes(1))) struct ResponseChannelTests {
    private static let head = EndpointResponseHead(url: nil, statusCode: 200)

    private func channel(limit: Int = 262_144) -> EndpointResponseChannel {
        let channel = EndpointResponseChannel(limit: limit)
        channel.send(Self.head)
        return channel
    }

    @Test("Does not ask the sender to pause at the limit")
    func atLimit() {
        let channel = channel(limit: 1_000)
        #expect(channel.send(Data(count: 1_000)))
        #expect(!channel.send(Data(count: 1)))
    }

    @Test("Asks the sender to pause over the limit, and to continue when the chunks are read")
    func backPressure() async throws {
        let channel = channel(limit: 100_000)
        #expect(channel.send(Data(count: 60_000)))
        #expect(!channel.send(Data(count: 60_000)))
        let events = AsyncStream<String>.makeStream()
        channel.whenDrained { events.continuation.yield("drained") }
        let body = try await channel.response().body
        var chunks = body.makeAsyncIterator()
        #expect(try await chunks.next()?.count == 60_000)
        events.continuation.yield("more than half of the limit is unread")
        #expect(try await chunks.next()?.count == 60_000)
        channel.whenDrained { events.continuation.finish() }
        let all = await events.stream.reduce(into: []) { $0.append($1) }
        #expect(all == ["more than half of the limit is unread", "drained"])
    }

    @Test("Never lets a reader wait for a sender that has paused", arguments: [0, 1, 100])
    func wakesReader(limit: Int) {
        for unread in 0...limit + 1 {
            var state = EndpointResponseChannel.State(limit: limit)
            state.stage = .receiving(Self.head)
            state.wanted = 1_000
            state.buffer.append(Data(count: unread))
            let hasPaused = state.keep(onDrained: {})
            #expect(state.isReadable || !hasPaused, "\(unread) unread bytes")
        }
    }

    @Test(
        "Wakes every waiting sender at the end of the response, and if the body is dropped", .timeLimit(.minutes(1)),
        arguments: [true, false])
    func wakesSenders(isDropped: Bool) async throws {
        let channel = channel(limit: 1)
        channel.send(Data(count: 2))
        let woken = AsyncStream<Void>.makeStream()
        for _ in 1...2 { channel.whenDrained { woken.continuation.yield() } }
        if isDropped { _ = try await channel.response() } else { channel.finish() }
        var wakeUps = woken.stream.makeAsyncIterator()
        for _ in 1...2 { await wakeUps.next() }
        await withCheckedContinuation { continuation in channel.whenDrained { continuation.resume() } }
        #expect(channel.send(Data(count: 2)), "A sender need not wait for a reader that does not come.")
    }

    @Test("Drops a second head, and a head after the end")
    func secondHead() async throws {
        let second = EndpointResponseHead(url: nil, statusCode: 500)
        let channel = channel()
        channel.send(second)
        #expect(try await channel.response().statusCode == 200)
        let ended = EndpointResponseChannel()
        ended.finish()
        ended.send(second)
        let error = await #expect(throws: EndpointTransportError.self) { try await ended.response() }
        #expect(error?.kind == .notResponding)
    }

    @Test("Delivers no empty chunk")
    func emptyChunk() async throws {
        let channel = channel()
        channel.send(Data())
        channel.finish()
        var chunks = try await channel.response().body.makeAsyncIterator()
        #expect(try await chunks.next() == nil)
    }

    @Test("Delivers no bytes to a task that is cancelled already")
    func cancelledBefore() async throws {
        let channel = channel()
        channel.send(Data("four".utf8))
        let body = try await channel.response().body
        let reader = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await body.collected(upTo: 10)
        }
        let error = await #expect(throws: EndpointTransportError.self) { try await reader.value }
        #expect(error?.kind == .cancelled)
    }

    @Test("Throws the first error of an abandoned channel")
    func firstError() async throws {
        let channel = channel()
        let body = try await channel.response().body
        channel.abandon(.timedOut)
        channel.abandon(.cancelled)
        let error = await #expect(throws: EndpointTransportError.self) { try await body.collected(upTo: 10) }
        #expect(error?.description == EndpointTransportError.timedOut.description)
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
        let error = await #expect(throws: EndpointTransportError.self) { try await chunks.next() }
        #expect(error?.kind == .truncated)
    }

    @Test("Throws notResponding if the response ends without a head")
    func noHead() async {
        let channel = EndpointResponseChannel()
        channel.finish()
        let error = await #expect(throws: EndpointTransportError.self) { try await channel.response() }
        #expect(error?.kind == .notResponding)
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
        let channel = EndpointResponseChannel(limit: 1, wakingOn: queue)
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
