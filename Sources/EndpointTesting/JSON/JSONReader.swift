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

    /// Reads a value without the white space around it.
    mutating func unspacedValue() -> JSON? {
        switch bytes[position] {
        case UInt8(ascii: "{"):
            let members = list(endingWith: "}") { reader -> JSON.Member? in
                reader.skipSpace()
                guard let name = reader.string() else { return nil }
                reader.skipSpace()
                guard reader.skip(":"), let value = reader.value() else { return nil }
                return (name, value)
            }
            return members.map(JSON.object(sorting:))
        case UInt8(ascii: "["): return list(endingWith: "]") { $0.value() }.map(JSON.array)
        case UInt8(ascii: "\""): return string().map(JSON.string)
        case UInt8(ascii: "t"): return skip("true") ? .bool(true) : nil
        case UInt8(ascii: "f"): return skip("false") ? .bool(false) : nil
        case UInt8(ascii: "n"): return skip("null") ? .null : nil
        default: return number()
        }
    }

    /// Reads an object or array, each item with a closure that returns nil if there is no valid item.
    private mutating func list<Item>(
        endingWith end: StaticString, _ readItem: (inout JSONReader) -> Item?
    ) -> [Item]? {
        var items: [Item] = []
        position += 1
        depth -= 1
        defer { depth += 1 }
        skipSpace()
        if skip(end) { return items }
        while let item = readItem(&self) {
            items.append(item)
            if skip(end) { return items }
            guard skip(",") else { return nil }
        }
        return nil
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
        while true {
            let run = bytes[position...].prefix { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && $0 >= 0x20 }
            text += run
            position = run.endIndex
            if skip("\"") { return String(decoding: text, as: UTF8.self) }
            guard let scalar = escape() else { return nil }
            text += String(scalar).utf8
        }
    }

    /// Reads the escape sequence that begins with a backslash at the position; returns nil if there is none.
    mutating func escape() -> Unicode.Scalar? {
        guard skip("\\"), !isAtEnd else { return nil }
        position += 1
        switch bytes[position - 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(bytes[position - 1])
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default: return nil
        }
        guard let first = hexadecimal(4) else { return nil }
        guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
        guard skip("\\u"), let second = hexadecimal(4), (0xDC00..<0xE000).contains(second) else { return nil }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    /// Reads a number of hexadecimal digits.
    mutating func hexadecimal(_ count: Int) -> UInt32? {
        let digits = String(decoding: bytes[position...].prefix(count), as: UTF8.self)
        // `UInt32` would accept a sign.
        guard digits.utf8.count == count, digits.allSatisfy(\.isHexDigit) else { return nil }
        position += count
        return UInt32(digits, radix: 16)
    }

    mutating func skip(_ text: StaticString) -> Bool {
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

    mutating func skipSpace() {
        while !isAtEnd, " \t\r\n".utf8.contains(bytes[position]) { position += 1 }
    }
}
