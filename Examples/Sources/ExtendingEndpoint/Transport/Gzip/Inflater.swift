/// Decodes the format "deflate" (RFC 1951).
struct Inflater {
    private static let fixedLengths = HuffmanCode(
        fixed: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    private static let fixedDistances = HuffmanCode(fixed: [Int](repeating: 5, count: 30))

    private let input: BitReader
    private let output: GzipOutput

    init(_ input: BitReader, _ output: GzipOutput) {
        (self.input, self.output) = (input, output)
    }

    func inflate() throws(SocketError) {
        var isLast = false
        while !isLast {
            isLast = try input.bits(1) == 1
            switch try input.bits(2) {
            case 0: try copyBlock()
            case 1: try decodeBlock(Self.fixedLengths, Self.fixedDistances)
            case 2:
                let (lengths, distances) = try input.readCodes()
                try decodeBlock(lengths, distances)
            default: throw .invalidGzip
            }
        }
    }

    private func copyBlock() throws(SocketError) {
        input.dropRestOfByte()
        let length = try input.byte() | input.byte() << 8
        guard try input.byte() | input.byte() << 8 == ~length & 0xFFFF else { throw .invalidGzip }
        for _ in 0..<length { output.append(UInt8(try input.byte())) }
    }

    private func decodeBlock(_ lengths: HuffmanCode, _ distances: HuffmanCode) throws(SocketError) {
        while true {
            let symbol = try lengths.symbol(from: input)
            if symbol < 256 {
                output.append(UInt8(symbol))
            } else if symbol == 256 {
                return
            } else {
                guard symbol < 286 else { throw .invalidGzip }
                let length = symbol == 285 ? 258 : try extended(symbol - 257, steps: 4) + 3
                let distance = try distances.symbol(from: input)
                guard distance < 30 else { throw .invalidGzip }
                try output.repeat(length, distance: try extended(distance, steps: 2) + 1)
            }
        }
    }

    /// Returns the number that a symbol stands for, with its extra bits (RFC 1951, section 3.2.5).
    private func extended(_ symbol: Int, steps: Int) throws(SocketError) -> Int {
        if symbol < steps * 2 { return symbol }
        let count = symbol / steps - 1
        return (steps + symbol % steps) << count + (try input.bits(count))
    }
}
