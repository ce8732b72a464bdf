import EndpointController
import Foundation

/// A parser for JSON (RFC 8259) that returns nil for any other text, unpaired surrogates and values nested too deeply.
struct JSONReader {
    /// The default maximum depth of a value.
    ///
    /// Each level takes stack space, which is scarce on some threads, so a deeply nested body could overflow the stack.
    static let maximumDepth = 100

    let bytes: [UInt8]
    var position = 0
    /// The number of levels that the next value may have.
    var depth = 0

    var isAtEnd: Bool { position == bytes.count }

    /// Reads a value and the white space around it.
    mutating func value() -> JSON? {
        skipSpace()
        guard depth >= 0, !isAtEnd, let value = unspacedValue() else { return nil }
        skipSpace()
        return value
    }

    private mutating func unspacedValue() -> JSON? {
        switch bytes[position] {
        case UInt8(ascii: "{"):
            var members: [String: JSON] = [:]
            let isWhole = list(endingWith: "}") { reader in
                reader.skipSpace()
                guard let name = reader.string() else { return false }
                reader.skipSpace()
                guard reader.skip(":"), let value = reader.value() else { return false }
                // Like `JSONDecoder`, use the first of several members with the same name.
                members[name] = members[name] ?? value
                return true
            }
            return isWhole ? .object(members) : nil
        case UInt8(ascii: "["):
            var values: [JSON] = []
            let isWhole = list(endingWith: "]") { reader in
                guard let value = reader.value() else { return false }
                values.append(value)
                return true
            }
            return isWhole ? .array(values) : nil
        case UInt8(ascii: "\""): return string().map(JSON.string)
        case UInt8(ascii: "t"): return skip("true") ? .bool(true) : nil
        case UInt8(ascii: "f"): return skip("false") ? .bool(false) : nil
        case UInt8(ascii: "n"): return skip("null") ? .null : nil
        default: return number()
        }
    }

    /// Reads an object or array, each item with a closure that returns `false` if there is no valid item.
    private mutating func list(endingWith end: StaticString, _ readItem: (inout JSONReader) -> Bool) -> Bool {
        position += 1
        depth -= 1
        defer { depth += 1 }
        skipSpace()
        if skip(end) { return true }
        while readItem(&self) {
            if skip(end) { return true }
            guard skip(",") else { return false }
        }
        return false
    }

    private mutating func number() -> JSON? {
        let start = position
        _ = skip("-")
        if !skip("0"), !skipDigits() { return nil }
        if skip("."), !skipDigits() { return nil }
        if skip("e") || skip("E") {
            if !skip("+") { _ = skip("-") }
            if !skipDigits() { return nil }
        }
        return .number(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func string() -> String? {
        guard skip("\"") else { return nil }
        var text: [UInt8] = []
        while !isAtEnd {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return String(decoding: text, as: UTF8.self)
            case ..<0x20: return nil
            case UInt8(ascii: "\\"):
                guard let scalar = escape() else { return nil }
                text += String(scalar).utf8
            case let byte:
                text.append(byte)
                position += 1
            }
        }
        return nil
    }

    /// Reads the escape sequence that begins with the backslash at the position.
    mutating func escape() -> Unicode.Scalar? {
        guard position + 1 < bytes.count else { return nil }
        let byte = bytes[position + 1]
        position += 2
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default: return nil
        }
        guard let first = codeUnit() else { return nil }
        guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
        guard skip("\\u"), let second = codeUnit(), (0xDC00..<0xE000).contains(second) else { return nil }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    private mutating func codeUnit() -> UInt32? {
        let digits = bytes[position...].prefix(4)
        // `UInt32` would accept a sign.
        guard digits.count == 4, !"+-".utf8.contains(digits[position]) else { return nil }
        position += 4
        return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    private mutating func skip(_ text: StaticString) -> Bool {
        let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        guard self.bytes[position...].starts(with: bytes) else { return false }
        position += bytes.count
        return true
    }

    private mutating func skipDigits() -> Bool {
        let digits = bytes[position...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        position = digits.endIndex
        return !digits.isEmpty
    }

    private mutating func skipSpace() {
        while !isAtEnd, " \t\r\n".utf8.contains(bytes[position]) { position += 1 }
    }
}
