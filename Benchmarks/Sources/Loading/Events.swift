import EndpointStreaming
import Foundation
import Measuring

/// 10 MB of server-sent events, from their bytes to values.
enum Events {
    struct WrongCount: Error {}

    private static let size = 10_000_000

    static func measure(_ rounds: Rounds) async throws {
        let small = Data("id: 12345\nevent: message\ndata: {\"n\":12345,\"t\":\"hello\"}\n\n".utf8)
        // A word of an answer, as a server of language models sends it.
        let word = Data(
            #"""
            data: {"id":"chatcmpl-123","object":"chat.completion.chunk","created":1694268190,"model":"model-1",\#
            "choices":[{"index":0,"delta":{"content":"Hello"},"logprobs":null,"finish_reason":null}]}


            """#.utf8)
        let large = Data("data: \(String(repeating: "0123456789", count: 99_999))\n\n".utf8)
        let smallChunk = Data(repeatElement(small, count: 1_000).joined())
        let wordChunk = Data(repeatElement(word, count: 1_000).joined())
        let pieces = stride(from: 0, to: large.count, by: 10_000).map { large[$0..<min($0 + 10_000, large.count)] }
        let ways = [
            way("\(small.count) bytes each", smallChunk.count, [smallChunk], events: 1_000),
            way("\(word.count) bytes each", wordChunk.count, [wordChunk], events: 1_000),
            way("1 MB each, in a chunk", large.count, [large], events: 1),
            way("1 MB each, in 100 chunks", large.count, pieces.map { Data($0) }, events: 1),
        ]
        for series in try await rounds.time("parsing of 10 MB of events", calls: 5, ways) { try series.write() }
    }

    private static func way(_ name: String, _ bytes: Int, _ chunks: [Data], events: Int) -> AsyncWay {
        AsyncWay(name) {
            let repetitions = size / bytes
            let rest = Chunks(chunks, count: chunks.count * repetitions)
            var count = 0
            for try await _ in EndpointResponseBody(next: { rest.next() }).serverSentEvents() { count += 1 }
            guard count == events * repetitions else { throw WrongCount() }
        }
    }

    /// `@unchecked Sendable`: the position is accessed with `lock` held.
    private final class Chunks: @unchecked Sendable {
        private let chunks: [Data]
        private let count: Int
        private let lock = NSLock()
        private var position = 0

        init(_ chunks: [Data], count: Int) {
            self.chunks = chunks
            self.count = count
        }

        func next() -> Data? {
            lock.withLock {
                guard position < count else { return nil }
                defer { position += 1 }
                return chunks[position % chunks.count]
            }
        }
    }
}
