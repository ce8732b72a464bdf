import Foundation

/// Percent-encodes text into a new string or new data, byte by byte, in one pass.
///
/// `addingPercentEncoding(withAllowedCharacters:)` costs more than the rest of building a request.
struct PercentEncodedWriter: ~Copyable {
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    private init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
        self.buffer = buffer
    }

    /// The byte that was written last; at least one byte must have been written.
    var last: UInt8 { buffer[count - 1] }

    /// Makes a string; the closure must write at most `capacity` bytes.
    static func string(capacity: Int, _ write: (inout PercentEncodedWriter) -> Void) -> String {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
            var writer = PercentEncodedWriter(buffer)
            write(&writer)
            return String(decoding: buffer[..<writer.count], as: UTF8.self)
        }
    }

    /// Makes data; the closure must write at most `capacity` bytes.
    static func data(capacity: Int, _ write: (inout PercentEncodedWriter) -> Void) -> Data {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
            var writer = PercentEncodedWriter(buffer)
            write(&writer)
            return buffer.baseAddress.map { Data(bytes: $0, count: writer.count) } ?? Data()
        }
    }

    mutating func append(_ byte: UInt8) {
        buffer[count] = byte
        count += 1
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>.SubSequence) {
        guard let start = bytes.base.baseAddress, let end = buffer.baseAddress else { return }
        precondition(count + bytes.count <= buffer.count, "The buffer is too small.")
        (end + count).initialize(from: start + bytes.startIndex, count: bytes.count)
        count += bytes.count
    }

    mutating func appendEncoded(_ byte: UInt8) {
        append(UInt8(ascii: "%"))
        appendHex(byte)
    }

    mutating func appendHex(_ byte: UInt8) {
        append(Self.hexDigit(byte >> 4))
        append(Self.hexDigit(byte & 0x0F))
    }

    mutating func append(_ text: String, allowing allowed: CharacterClass) {
        append(text) { allowed.contains($0) ? $0 : nil }
    }

    /// Appends a string; for each byte, the closure returns the byte to write, or nil to percent-encode that byte.
    mutating func append(_ text: String, _ plain: (UInt8) -> UInt8?) {
        let (buffer, start) = (buffer, count)
        count = text.withBytes { bytes in
            // The compiler keeps a count that is local to the closure in a register. The count cannot overflow: it
            // never exceeds the capacity.
            var count = start
            for byte in bytes {
                if let byte = plain(byte) {
                    buffer[count] = byte
                    count &+= 1
                } else {
                    buffer[count] = UInt8(ascii: "%")
                    buffer[count &+ 1] = Self.hexDigit(byte >> 4)
                    buffer[count &+ 2] = Self.hexDigit(byte & 0x0F)
                    count &+= 3
                }
            }
            return count
        }
    }

    /// Resolves the dot segments of the path that begins at an offset (RFC 3986, section 5.2.4).
    mutating func removeDotSegments(from start: Int) {
        let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
        var (segment, end) = (start, start)
        while segment < count {
            let next = buffer[(segment + 1)..<count].firstIndex(of: slash) ?? count
            let dots = next - segment - 1
            if 1...2 ~= dots, buffer[segment + 1] == dot, buffer[next - 1] == dot {
                if dots == 2 { end = buffer[start..<end].lastIndex(of: slash) ?? start }
                // If the path ends in a dot segment, the result ends in a slash.
                if next == count {
                    buffer[end] = slash
                    end += 1
                }
            } else if end == segment {
                end = next
            } else {
                for index in segment..<next {
                    buffer[end] = buffer[index]
                    end += 1
                }
            }
            segment = next
        }
        count = end
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") - 10 + value
    }
}
