/// Endless zeros, compressed as far as fixed codes allow (RFC 1951, section 3.2.6): 159 to 1.
enum GzipBomb {
    /// The gzip header (RFC 1952, section 2.3) and a block's start, which a zero and a match extend to whole bytes.
    static let start: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + bytes(of: [0, 1, 0] + zero + matches(1))

    /// Matches that continue the block.
    static let part = [[UInt8]](repeating: bytes(of: matches(8)), count: 1_000).flatMap { $0 }

    private static let zero: [UInt8] = [0, 0, 1, 1, 0, 0, 0, 0]
    /// A match that repeats the previous byte 258 times.
    private static let match: [UInt8] = [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0]

    private static func matches(_ count: Int) -> [UInt8] {
        [[UInt8]](repeating: match, count: count).flatMap { $0 }
    }

    private static func bytes(of bits: [UInt8]) -> [UInt8] {
        stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<min(start + 8, bits.count)].enumerated().reduce(0) { $0 | $1.element << UInt8($1.offset) }
        }
    }
}
