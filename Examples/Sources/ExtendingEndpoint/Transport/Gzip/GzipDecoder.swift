import Foundation

/// Decodes gzip (RFC 1952) as it arrives.
struct GzipDecoder {
    private let input: BitReader
    private let output: GzipOutput

    /// Creates a decoder with closures that return the next coded bytes, and receive decoded bytes.
    init(_ next: @escaping () throws(SocketError) -> Data?, _ deliver: @escaping (Data) -> Void) {
        let output = GzipOutput(deliver)
        self.output = output
        input = BitReader { () throws(SocketError) in
            // Waiting for the next bytes may take long.
            output.flush()
            return try next()
        }
    }

    func decode() throws(SocketError) {
        while try !input.isAtEnd() {
            try skipHeader()
            try Inflater(input, output).inflate()
            try checkTrailer()
        }
        output.flush()
    }

    private func skipHeader() throws(SocketError) {
        for byte in [31, 139, 8] {
            guard try input.byte() == byte else { throw .invalidGzip }
        }
        let flags = try input.byte()
        try skip(6)
        if flags & 4 != 0 { try skip(try input.byte() | input.byte() << 8) }
        for text in [8, 16] where flags & text != 0 {
            while try input.byte() != 0 {}
        }
        if flags & 2 != 0 { try skip(2) }
    }

    private func skip(_ count: Int) throws(SocketError) {
        for _ in 0..<count { _ = try input.byte() }
    }

    private func checkTrailer() throws(SocketError) {
        input.dropRestOfByte()
        var checksum: UInt32 = 0
        for shift in [0, 8, 16, 24] { checksum |= UInt32(try input.byte()) << UInt32(shift) }
        guard checksum == output.endMember() else { throw .invalidGzip }
        try skip(4)
    }
}
