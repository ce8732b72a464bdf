import Endpoint
import Foundation

/// A replacement of values with `***`, whether they are plain, percent-encoded (RFC 3986, section 2.1) or encoded as in
/// forms.
struct ByteReplacement {
    /// The values, longest first, because one value may be part of another.
    private let values: [[UInt8]]
    /// A table that marks each byte that can begin a value, plain or encoded.
    private var starts = [Bool](repeating: false, count: 256)

    init(_ values: some Sequence<String>) {
        self.values = Set(values).sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }.map { Array($0.utf8) }
        for first in self.values.compactMap(\.first) {
            starts[Int(first)] = true
            starts[Int(UInt8(ascii: "%"))] = true
            if first == UInt8(ascii: " ") { starts[Int(UInt8(ascii: "+"))] = true }
        }
    }

    func applied(to bytes: [UInt8]) -> [UInt8] {
        if values.isEmpty { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var position = 0
        while position < bytes.count {
            if starts[Int(bytes[position])], let end = end(at: position, in: bytes) {
                result += Credentials.mask.utf8
                position = end
            } else {
                result.append(bytes[position])
                position += 1
            }
        }
        return result
    }

    /// Returns the end of a value that starts at a position; nil if no value starts there.
    private func end(at position: Int, in bytes: [UInt8]) -> Int? {
        for value in values {
            if let end = Self.end(of: value, at: position, in: bytes, isEncoded: false) { return end }
            if let end = Self.end(of: value, at: position, in: bytes, isEncoded: true) { return end }
        }
        return nil
    }

    private static func end(of value: [UInt8], at start: Int, in bytes: [UInt8], isEncoded: Bool) -> Int? {
        var position = start
        for byte in value {
            guard position < bytes.count else { return nil }
            if isEncoded, bytes[position] == UInt8(ascii: "%"), position + 2 < bytes.count,
                let high = Character(Unicode.Scalar(bytes[position + 1])).hexDigitValue,
                let low = Character(Unicode.Scalar(bytes[position + 2])).hexDigitValue
            {
                guard high << 4 | low == Int(byte) else { return nil }
                position += 3
            } else if bytes[position] == byte
                || isEncoded && byte == UInt8(ascii: " ") && bytes[position] == UInt8(ascii: "+")
            {
                position += 1
            } else {
                return nil
            }
        }
        return position
    }
}
