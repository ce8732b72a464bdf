import Foundation
import TestSupport
import Testing

@testable import EndpointController

@Suite("ElementSource")
struct ElementSourceTests {
    private final class Note: Sendable {
        let deinits: Collected<Int>
        let number: Int

        init(_ number: Int, _ deinits: Collected<Int>) {
            self.number = number
            self.deinits = deinits
        }

        deinit {
            deinits.append(number)
        }
    }

    @Test("Releases the elements of a batch before it waits for the next batch")
    func release() async throws {
        let deinits = Collected<Int>()
        let batches = Locked([[Note(1, deinits), Note(2, deinits)], [Note(3, deinits)]])
        let source = ElementSource<Note> {
            // The loop has released the previous batch.
            #expect(deinits.all == (batches.withLock(\.count) == 2 ? [] : [1, 2]))
            return batches.withLock { $0.isEmpty ? [] : $0.removeFirst() }
        }
        var numbers: [Int] = []
        for try await note in EndpointElements(makeSource: { source }) {
            numbers.append(note.number)
            if numbers.count == 3 { break }
        }
        #expect(numbers == [1, 2, 3])
    }

    @Test("Delivers each element to exactly one of several concurrent loops", arguments: [1, 1_000])
    func concurrentLoops(eventsPerChunk: Int) async throws {
        let count = 20_000
        let position = Locked(0)
        let events = EndpointResponseBody {
            let start = position.withLock { position in
                defer { position += eventsPerChunk }
                return position
            }
            await Task.yield()
            guard start < count else { return nil }
            return Data((start..<start + eventsPerChunk).map { "data: \($0)\n\n" }.joined().utf8)
        }.serverSentEvents()
        let numbers = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<4 {
                group.addTask { try await events.reduce(into: []) { $0.append($1.data) } }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(numbers.count == count && Set(numbers).count == count)
    }

    @Test("Throws the error of a body again in a later loop")
    func laterLoop() async throws {
        struct Broken: Error {}
        let chunks = Locked(["data: 1\n\ndata: 2"])
        let events = EndpointResponseBody {
            try chunks.withLock { chunks in
                if chunks.isEmpty { throw Broken() }
                return Data(chunks.removeFirst().utf8)
            }
        }.serverSentEvents()
        var count = 0
        await #expect(throws: Broken.self) { for try await _ in events { count += 1 } }
        var later = events.makeAsyncIterator()
        await #expect(throws: Broken.self) { try await later.next() }
        #expect(try await later.next() == nil)
        #expect(count == 1)
    }
}
