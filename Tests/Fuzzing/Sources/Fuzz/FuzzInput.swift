import Foundation

/// The bytes of an input, and the texts in it, which the byte 0x1F separates.
struct FuzzInput: Sendable {
    let bytes: [UInt8]
    private let parts: [ArraySlice<UInt8>]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        parts = bytes.split(separator: 0x1F, omittingEmptySubsequences: false)
    }

    var data: Data { Data(bytes) }
    var string: String { String(decoding: bytes, as: UTF8.self) }
    var count: Int { parts.count }

    /// The bytes after the first 0x1F, and the same bytes in chunks, whose lengths the bytes before the 0x1F give in
    /// turn.
    var stream: (whole: Data, chunks: [Data]) {
        let end = bytes.firstIndex(of: 0x1F) ?? bytes.startIndex
        let whole = data.dropFirst(end == bytes.startIndex ? 0 : end + 1)
        var rest = whole
        var chunks: [Data] = []
        while !rest.isEmpty {
            let length = end == bytes.startIndex ? 1 : Int(bytes[chunks.count % end] % 32) + 1
            chunks.append(Data(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return (Data(whole), chunks)
    }

    /// The text at an index; empty if there is none.
    subscript(index: Int) -> String {
        parts.indices.contains(index) ? String(decoding: parts[index], as: UTF8.self) : ""
    }
}
