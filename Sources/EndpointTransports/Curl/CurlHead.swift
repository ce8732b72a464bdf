#if os(Linux)
import Foundation

/// The lines of a head as they arrive.
struct CurlHead {
    /// The maximum number of bytes in a head.
    private static let limit = 1_048_576

    private var size = 0
    var isEmpty: Bool { size == 0 }
    private(set) var fieldLines: [(name: String, value: String)] = []

    /// Adds a line, and returns whether it is the empty line at the end of the head.
    ///
    /// - Throws: An error if the head is too long.
    mutating func add(_ line: UnsafeRawBufferPointer) throws(CurlError) -> Bool {
        size += line.count
        guard size <= Self.limit else { throw .headTooLong }
        let end = line.lastIndex { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
        let text = String(decoding: line[..<(end.map { $0 + 1 } ?? 0)], as: UTF8.self)
        if text.isEmpty { return true }
        if line[0] == UInt8(ascii: " ") || line[0] == UInt8(ascii: "\t"), let last = fieldLines.indices.last {
            // An obsolete line folding (RFC 9112, section 5.2).
            fieldLines[last].value += " " + EndpointResponseHead.trimmed(String(text))
        } else if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), !text.hasPrefix("HTTP/") {
            let value = EndpointResponseHead.trimmed(String(text[text.utf8.index(after: colon)...]))
            fieldLines.append((EndpointResponseHead.trimmed(String(text[..<colon])), value))
        }
        return false
    }
}
#endif
