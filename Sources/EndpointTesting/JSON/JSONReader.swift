import Endpoint
import Foundation

/// A parser for JSON (RFC 8259) that returns nil for any other text, unpaired surrogates and values nested too deeply.
struct JSONReader {
    /// The default maximum depth of a value.
    ///
    /// Each level takes stack space, which is scarce on some threads, so a deeply nested body could overflow the stack.
    static let maximumDepth = 100

    private let bytes: [UInt8]
    private let maximumDepth: Int
    private var position = 0

    static func value(of data: Data, maximumDepth: Int) -> JSON? {
        // Validate the UTF-8 once, so that decoding a string later does not replace invalid bytes.
        guard String(wholeUTF8: data) != nil else { return nil }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let bytes = Array(data.starts(with: mark) ? data.dropFirst(mark.count) : data)
        var reader = JSONReader(bytes: bytes, maximumDepth: maximumDepth)
        guard let value = reader.value(depth: 0) else { return nil }
        reader.skipSpace()
        return reader.position == reader.bytes.count ? value : nil
    }

    /// Returns the character and the length of the escape sequence at a backslash; nil if the sequence is not valid.
    static func escape(at position: Int, in bytes: [UInt8]) -> (scalar: Unicode.Scalar, length: Int)? {
        var reader = JSONReader(bytes: bytes, maximumDepth: 0)
        reader.position = position + 1
        guard let scalar = reader.escape() else { return nil }
        return (scalar, reader.position - position)
    }

    private init(bytes: [UInt8], maximumDepth: Int) {
        self.maximumDepth = maximumDepth
        self.bytes = bytes
    }

    private mutating func value(depth: Int) -> JSON? {
        skipSpace()
        guard depth <= maximumDepth, position < bytes.count else { return nil }
        switch bytes[position] {
        case UInt8(ascii: "{"): return object(depth: depth)
        case UInt8(ascii: "["): return array(depth: depth)
        case UInt8(ascii: "\""): return string().map(JSON.string)
        case UInt8(ascii: "t"): return skip("true") ? .bool(true) : nil
        case UInt8(ascii: "f"): return skip("false") ? .bool(false) : nil
        case UInt8(ascii: "n"): return skip("null") ? .null : nil
        default: return number()
        }
    }

    private mutating func object(depth: Int) -> JSON? {
        var members: [String: JSON] = [:]
        position += 1
        skipSpace()
        if skip("}") { return .object(members) }
        while true {
            skipSpace()
            guard let name = string() else { return nil }
            skipSpace()
            guard skip(":"), let value = value(depth: depth + 1) else { return nil }
            // Like `JSONDecoder`, use the first of several members with the same name.
            members[name] = members[name] ?? value
            skipSpace()
            if skip("}") { return .object(members) }
            guard skip(",") else { return nil }
        }
    }

    private mutating func array(depth: Int) -> JSON? {
        var values: [JSON] = []
        position += 1
        skipSpace()
        if skip("]") { return .array(values) }
        while true {
            guard let value = value(depth: depth + 1) else { return nil }
            values.append(value)
            skipSpace()
            if skip("]") { return .array(values) }
            guard skip(",") else { return nil }
        }
    }

    private mutating func number() -> JSON? {
        let start = position
        _ = skip("-")
        if !skip("0"), skipDigits() == 0 { return nil }
        if skip("."), skipDigits() == 0 { return nil }
        if skip("e") || skip("E") {
            if !skip("+") { _ = skip("-") }
            if skipDigits() == 0 { return nil }
        }
        return .number(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func string() -> String? {
        guard skip("\"") else { return nil }
        var text: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case ..<0x20: return nil
            case UInt8(ascii: "\\"):
                guard let scalar = escape() else { return nil }
                text += String(scalar).utf8
            default: text.append(byte)
            }
        }
        return nil
    }

    /// Reads the rest of an escape sequence after its backslash.
    private mutating func escape() -> Unicode.Scalar? {
        guard position < bytes.count else { return nil }
        let byte = bytes[position]
        position += 1
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
        guard digits.count == 4, digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-") else {
            return nil
        }
        position += 4
        return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    private mutating func skip(_ text: StaticString) -> Bool {
        let end = position + text.utf8CodeUnitCount
        guard end <= bytes.count else { return false }
        for offset in 0..<text.utf8CodeUnitCount where bytes[position + offset] != text.utf8Start[offset] {
            return false
        }
        position = end
        return true
    }

    private mutating func skipDigits() -> Int {
        let start = position
        while position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) {
            position += 1
        }
        return position - start
    }

    private mutating func skipSpace() {
        while position < bytes.count, " \t\r\n".utf8.contains(bytes[position]) { position += 1 }
    }
}
