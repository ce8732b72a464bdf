import Foundation

/// The bytes of an input, and the texts in it: the byte 0x1F separates them.
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

    /// The text at an index, or an empty one.
    subscript(index: Int) -> String {
        parts.indices.contains(index) ? String(decoding: parts[index], as: UTF8.self) : ""
    }
}
