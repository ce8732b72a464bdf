import EndpointStreaming
import Foundation
import Testing

/// Indicates whether to run all tests, not only a sample of the slow tests.
let runsAllTests = ProcessInfo.processInfo.environment["ENDPOINT_TESTS"] == "all"

/// Compares the parser of server-sent events with a simple parser.
@Suite(.timeLimit(.minutes(5))) struct RandomStreamTests {
    /// The pieces of streams, of which the first occur more often.
    private static let pieces: [[UInt8]] =
        ["\n", "\r", "\r\n", "\n\n", "data", "data:", "data: ", ":", " "].flatMap {
            Array(repeating: Array($0.utf8), count: 4)
        }
        + [
            "id", "id:", "event:", "event: a", "retry:", "retry: 10", "0", "1", "x", "é", "€", "🍌", "\0", "\t", "Data:",
            "dataset:", "\u{FEFF}", "\u{2028}", "\u{85}", "\u{0B}", "  ",
            "hello world, this is more than a small string",
        ].map { Array($0.utf8) }
        + [[0xFF], [0xE2], [0xE2, 0x82], [0xF0, 0x9F], [0xC0, 0xAF], [0x80], [0xED, 0xA0, 0x80]]

    @Test("Parses random streams like a literal implementation of the standard", arguments: 1...UInt64(10))
    func comparison(_ seed: UInt64) async {
        var generator = SplitMix(state: seed)
        for number in 0..<(runsAllTests ? 1_000 : 100) {
            var stream: [UInt8] = Bool.random(using: &generator) ? [] : [0xEF, 0xBB, 0xBF]
            for _ in 0..<Int.random(in: 0...80, using: &generator) {
                stream += Self.pieces.randomElement(using: &generator) ?? []
            }
            var chunks: [Data] = []
            var rest = Data(stream)
            let longest = [1, 2, 5, 40].randomElement(using: &generator) ?? 1
            while !rest.isEmpty {
                chunks.append(rest.prefix(Int.random(in: 1...longest, using: &generator)))
                rest = rest.dropFirst(chunks[chunks.count - 1].count)
            }
            let (events, error) = await collect(EndpointResponseBody(chunks).serverSentEvents())
            #expect(error == nil, "stream \(number) of seed \(seed): \(stream)")
            #expect(events == PlainEventParser(stream).events, "stream \(number) of seed \(seed): \(stream)")
        }
    }
}

/// The generator SplitMix64: the same numbers for the same seed.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
