import EndpointController
import Foundation

/// A JSON value that can be compared, shown and written to a file.
///
/// Decoding an arbitrary value with `JSONDecoder` is many times slower and does not preserve numbers as written.
enum JSON: Sendable {
    case null
    case bool(Bool)
    /// A number, as written in the JSON text.
    case number(String)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    /// Parses UTF-8 text; returns nil for text that `JSONReader` does not accept.
    init?(_ data: Data, maximumDepth: Int = JSONReader.maximumDepth) {
        // Validate the UTF-8 once, so that decoding a string later does not replace invalid bytes.
        guard String(wholeUTF8: data) != nil else { return nil }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let bytes = Array(data.starts(with: mark) ? data.dropFirst(mark.count) : data)
        var reader = JSONReader(bytes: bytes, depth: maximumDepth)
        guard let value = reader.value(), reader.isAtEnd else { return nil }
        self = value
    }
}

extension JSON: Equatable {
    /// Indicates whether two values are equal; `1` equals `1.0`.
    static func == (lhs: JSON, rhs: JSON) -> Bool {
        switch (lhs, rhs) {
        case (.null, .null): true
        case (.bool(let lhs), .bool(let rhs)): lhs == rhs
        case (.number(let lhs), .number(let rhs)): lhs == rhs || decimal(lhs) == decimal(rhs)
        // Compare bytes, because the `==` operator of `String` treats canonically equivalent strings as equal.
        case (.string(let lhs), .string(let rhs)): lhs.utf8.elementsEqual(rhs.utf8)
        case (.array(let lhs), .array(let rhs)): lhs == rhs
        case (.object(let lhs), .object(let rhs)): lhs == rhs
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
    /// The JSON text, without white space between its parts and with sorted members.
    var text: String { text(indent: nil) }

    /// The JSON text, with each member and element on its own line, and with sorted members.
    var prettyText: String { text(indent: "\n") }

    /// Returns the JSON text; `indent` is a line break and the indentation of the value, or nil for a single line.
    private func text(indent: String?) -> String {
        let inner = indent.map { $0 + "  " }
        func list(_ items: [String], _ open: String, _ close: String) -> String {
            if items.isEmpty { return open + close }
            return open + items.map { (inner ?? "") + $0 }.joined(separator: ",") + (indent ?? "") + close
        }
        switch self {
        case .null: return "null"
        case .bool(let flag): return "\(flag)"
        case .number(let number): return number
        case .string(let string): return Self.quoted(string)
        case .array(let values): return list(values.map { $0.text(indent: inner) }, "[", "]")
        case .object(let members):
            let separator = indent == nil ? ":" : ": "
            let lines = members.sorted { $0.key < $1.key }
                .map { Self.quoted($0.key) + separator + $0.value.text(indent: inner) }
            return list(lines, "{", "}")
        }
    }

    private static func quoted(_ string: String) -> String {
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
