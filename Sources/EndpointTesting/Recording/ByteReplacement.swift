import EndpointController
import Foundation

/// A replacement of values with a text, whether they are plain, percent-encoded (RFC 3986, section 2.1), encoded as in
/// forms, or escaped as in JSON (RFC 8259, section 7).
struct ByteReplacement {
    private let replacement: String
    /// The values by their first byte, the longest first, because one value may be part of another.
    private var values = [[[UInt8]]](repeating: [], count: 256)
    private let isEmpty: Bool

    init(_ values: some Sequence<String>, with replacement: String = Credentials.mask) {
        self.replacement = replacement
        for value in values.map({ Array($0.utf8) }).sorted(by: { $0.count > $1.count }) {
            if let first = value.first { self.values[Int(first)].append(value) }
        }
        isEmpty = self.values.allSatisfy(\.isEmpty)
    }

    func applied(to text: String) -> String {
        isEmpty ? text : String(decoding: applied(to: Array(text.utf8)), as: UTF8.self)
    }

    func applied(to bytes: [UInt8]) -> [UInt8] {
        if isEmpty { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var position = 0
        while position < bytes.count {
            if let end = end(at: position, in: bytes) {
                result += replacement.utf8
                position = end
            } else {
                // The escape of a backslash also contains the next byte, which cannot begin another escape.
                let length = bytes[position...].starts(with: #"\\"#.utf8) ? 2 : 1
                result += bytes[position..<position + length]
                position += length
            }
        }
        return result
    }

    /// Returns the end of a value that starts at a position; nil if no value starts there.
    private func end(at position: Int, in bytes: [UInt8]) -> Int? {
        let decoded = Self.escapes(at: position, in: bytes).compactMap(\.bytes.first)
        for value in values[Int(bytes[position])] + decoded.flatMap({ values[Int($0)] }) {
            for choice in EscapeChoice.allCases {
                if let end = Self.end(of: value, at: position, in: bytes, choice) { return end }
            }
        }
        return nil
    }

    /// The escape to decode, if any fits: each `%` or `\` of a value may be encoded once, several times, or not at all.
    private enum EscapeChoice: CaseIterable {
        case shortest
        case longest
        case none
    }

    private static func end(of value: [UInt8], at start: Int, in bytes: [UInt8], _ choice: EscapeChoice) -> Int? {
        var position = start
        var rest = value[...]
        while let byte = rest.first {
            guard position < bytes.count else { return nil }
            let fitting = choice == .none ? [] : escapes(at: position, in: bytes).filter { rest.starts(with: $0.bytes) }
            if let escape = choice == .shortest ? fitting.first : fitting.last {
                rest = rest.dropFirst(escape.bytes.count)
                position += escape.length
            } else if bytes[position] == byte {
                rest = rest.dropFirst()
                position += 1
            } else {
                return nil
            }
        }
        return position
    }

    /// Decodes the percent-encoded byte, JSON escape or plus sign at a position, and returns its length too.
    ///
    /// A percent-encoded byte may begin another escape, as in `%2540` or `%5C%2F`: the method then returns all escapes
    /// that begin there, the shortest first.
    private static func escapes(at position: Int, in bytes: [UInt8]) -> [(bytes: [UInt8], length: Int)] {
        if bytes[position] == UInt8(ascii: "\\") {
            var reader = JSONReader(bytes: bytes, position: position)
            return reader.escape().map { [(Array(String($0).utf8), reader.position - position)] } ?? []
        }
        if bytes[position] == UInt8(ascii: "+") { return [(Array(" ".utf8), 1)] }
        guard let byte = percentDecoded(at: position, in: bytes) else { return [] }
        let outer = (bytes: [byte], length: 3)
        guard #"%\+"#.utf8.contains(byte) else { return [outer] }
        // The longest escape in JSON is a surrogate pair with 12 characters, each of which may be percent-encoded.
        var (decoded, ends) = ([byte], [position + 3])
        while decoded.count < 36, let end = ends.last, end < bytes.count {
            let byte = percentDecoded(at: end, in: bytes)
            decoded.append(byte ?? bytes[end])
            ends.append(end + (byte == nil ? 1 : 3))
        }
        return [outer] + escapes(at: 0, in: decoded).map { ($0.bytes, ends[$0.length - 1] - position) }
    }

    private static func percentDecoded(at position: Int, in bytes: [UInt8]) -> UInt8? {
        guard bytes[position] == UInt8(ascii: "%"), position + 2 < bytes.count else { return nil }
        let digits = String(decoding: bytes[position + 1...position + 2], as: UTF8.self)
        // `UInt8` would accept a sign.
        return digits.allSatisfy(\.isHexDigit) ? UInt8(digits, radix: 16) : nil
    }
}
