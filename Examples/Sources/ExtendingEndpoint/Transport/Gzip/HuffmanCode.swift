/// A canonical Huffman code (RFC 1951, section 3.2.2).
struct HuffmanCode {
    /// The number of symbols for each length of a code.
    private var counts = [Int](repeating: 0, count: 16)
    private let symbols: [Int]

    /// Creates a code that is known to be valid.
    init(fixed lengths: [Int]) {
        for length in lengths where length > 0 { counts[length] += 1 }
        symbols = lengths.indices.filter { lengths[$0] > 0 }.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
    }

    /// Creates a code from the length of each symbol's code, which is 0 for a symbol that is not used.
    init(_ lengths: [Int]) throws(SocketError) {
        self.init(fixed: lengths)
        var room = 1
        for count in counts.dropFirst() {
            room = room * 2 - count
            guard room >= 0 else { throw .invalidGzip }
        }
    }

    func symbol(from input: BitReader) throws(SocketError) -> Int {
        var (code, first, index) = (0, 0, 0)
        for count in counts.dropFirst() {
            code |= try input.bits(1)
            if code - count < first { return symbols[index + code - first] }
            index += count
            (code, first) = (code << 1, (first + count) << 1)
        }
        throw .invalidGzip
    }
}
