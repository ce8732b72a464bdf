@_spi(Tools) import Endpoint
@_spi(Tools) import EndpointSupport
import Foundation

/// A JSON value that can be compared, shown and written to a file.
///
/// `JSONDecoder` is many times slower, rounds numbers, and drops members whose names are repeated.
enum JSON: Sendable {
    typealias Member = (name: String, value: JSON)

    case null
    case bool(Bool)
    /// A number, as written in the JSON text.
    case number(String)
    case string(String)
    case array([JSON])
    /// The members, sorted by the bytes of their names; members with the same name keep their order.
    case object([Member])

    /// Parses UTF-8 text; returns nil for text that `JSONReader` does not accept.
    init?(_ data: Data, maximumDepth: Int = JSONReader.maximumDepth) {
        // Validate the UTF-8 once, so that decoding a string later does not replace invalid bytes.
        guard String(wholeUTF8: data) != nil else { return nil }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var reader = JSONReader(bytes: Array(data.starts(with: mark) ? data.dropFirst(mark.count) : data))
        reader.depth = maximumDepth
        guard let value = reader.value(), reader.isAtEnd else { return nil }
        self = value
    }

    /// Creates an object from members in any order.
    static func object(sorting members: [Member]) -> JSON {
        .object(members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
    }
}

extension JSON: Equatable {
    /// Indicates whether two values are equal: `1` equals `1.0`, and texts are equal if their bytes are.
    static func == (lhs: JSON, rhs: JSON) -> Bool {
        switch (lhs, rhs) {
        case (.null, .null): true
        case (.bool(let lhs), .bool(let rhs)): lhs == rhs
        case (.number(let lhs), .number(let rhs)): lhs == rhs || decimal(lhs) == decimal(rhs)
        case (.string(let lhs), .string(let rhs)): lhs.utf8.elementsEqual(rhs.utf8)
        case (.array(let lhs), .array(let rhs)): lhs == rhs
        case (.object(let lhs), .object(let rhs)):
            lhs.elementsEqual(rhs) { $0.name.utf8.elementsEqual($1.name.utf8) && $0.value == $1.value }
        default: false
        }
    }

    /// Returns the digits of a number with any minus sign, without zeros at the ends, and the exponent of the last
    /// digit.
    ///
    /// `Double` and `Decimal` would round a long number.
    private static func decimal(_ number: String) -> (digits: String, exponent: Double) {
        let parts = number.lowercased().split(separator: "e")
        let all = parts[0].filter(\.isNumber).drop { $0 == "0" }
        let zeros = all.reversed().prefix { $0 == "0" }.count
        if all.isEmpty { return ("", 0) }
        let exponent = parts.count > 1 ? Double(parts[1]) ?? 0 : 0
        let decimals = parts[0].split(separator: ".").dropFirst().joined().count
        return ((number.hasPrefix("-") ? "-" : "") + all.dropLast(zeros), exponent + Double(zeros - decimals))
    }
}

extension JSON {
    /// The JSON text, without white space between its parts.
    var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    /// Appends the JSON text; `indent` is a line break and the indentation of the value, or nil for a single line.
    func write(to text: inout String, indent: String? = nil) {
        let inner = indent.map { $0 + "  " }
        func list<Item>(_ items: [Item], _ open: String, _ close: String, _ write: (Item) -> Void) {
            text += open
            for (index, item) in items.enumerated() {
                text += (index == 0 ? "" : ",") + (inner ?? "")
                write(item)
            }
            text += (items.isEmpty ? "" : indent ?? "") + close
        }
        switch self {
        case .null: text += "null"
        case .bool(let flag): text += "\(flag)"
        case .number(let number): text += number
        case .string(let string): text += Self.quoted(string)
        case .array(let values): list(values, "[", "]") { $0.write(to: &text, indent: inner) }
        case .object(let members):
            list(members, "{", "}") { name, value in
                text += Self.quoted(name) + (indent == nil ? ":" : ": ")
                value.write(to: &text, indent: inner)
            }
        }
    }

    private static func quoted(_ string: String) -> String {
        let isPlain = string.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        if isPlain { return "\"\(string)\"" }
        var text = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\\(scalar)"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case ..<" ": text += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}

extension JSON {
    /// The members of an object or the elements of an array, each with the step of a path that leads to it.
    ///
    /// A step is `.name`, `["other name"]` or `[0]`. The step to the second member with the same name ends with `#2`.
    var children: [(step: String, name: String?, value: JSON)] {
        switch self {
        case .object(let members):
            var counts: [String: Int] = [:]
            return members.map { name, value in
                let isWord = name.utf8.allSatisfy { $0 == UInt8(ascii: "_") || $0.isASCIILetterOrDigit }
                let step = isWord && !name.isEmpty ? ".\(name)" : "[\(name.unmistakable)]"
                counts[step, default: 0] += 1
                return (counts[step] == 1 ? step : "\(step)#\(counts[step] ?? 0)", name, value)
            }
        case .array(let values): return values.enumerated().map { ("[\($0)]", nil, $1) }
        default: return []
        }
    }

    /// Returns the path from this value to the first name, string or number that a closure accepts.
    func path(where isFound: (String) -> Bool) -> String? {
        switch self {
        case .string(let text), .number(let text): return isFound(text) ? "" : nil
        case .array, .object, .null, .bool:
            for (step, name, value) in children {
                let isName = name.map(isFound) ?? false
                if let path = isName ? "" : value.path(where: isFound) { return step + path }
            }
            return nil
        }
    }
}
