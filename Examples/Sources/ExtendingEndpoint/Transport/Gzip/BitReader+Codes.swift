extension BitReader {
    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    /// Reads the codes of a block (RFC 1951, section 3.2.7).
    func readCodes() throws(SocketError) -> (lengths: HuffmanCode, distances: HuffmanCode) {
        let (lengthCount, distanceCount) = (try bits(5) + 257, try bits(5) + 1)
        var orderLengths = [Int](repeating: 0, count: 19)
        for index in 0..<(try bits(4) + 4) { orderLengths[Self.order[index]] = try bits(3) }
        let code = try HuffmanCode(orderLengths)
        var lengths: [Int] = []
        while lengths.count < lengthCount + distanceCount {
            let symbol = try code.symbol(from: self)
            switch symbol {
            case 16:
                guard let last = lengths.last else { throw .invalidGzip }
                lengths += [Int](repeating: last, count: try bits(2) + 3)
            case 17: lengths += [Int](repeating: 0, count: try bits(3) + 3)
            case 18: lengths += [Int](repeating: 0, count: try bits(7) + 11)
            default: lengths.append(symbol)
            }
        }
        guard lengths.count == lengthCount + distanceCount else { throw .invalidGzip }
        return (try HuffmanCode(Array(lengths[..<lengthCount])), try HuffmanCode(Array(lengths[lengthCount...])))
    }
}
