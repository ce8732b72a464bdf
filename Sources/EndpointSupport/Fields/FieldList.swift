public import Foundation

/// A parser of field values that are lists (RFC 9110, section 5.6.1).
public enum FieldList {
    /// Returns the members of a list without white space around them, and without empty members.
    ///
    /// A comma within a quoted string belongs to the member. If the last string is not closed, every comma is a
    /// separator, so that no member is lost.
    public static func members(of value: String) -> [Substring] {
        var members: [Substring] = []
        let bytes = value.utf8
        var start = bytes.startIndex
        var isQuoted = false
        var isEscaped = false
        func add(upTo end: String.Index) {
            let member = trimmed(value[start..<end])
            if !member.isEmpty { members.append(member) }
        }
        for index in bytes.indices {
            let byte = bytes[index]
            if isEscaped {
                isEscaped = false
            } else if isQuoted, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if !isQuoted, byte == UInt8(ascii: ",") {
                add(upTo: index)
                start = bytes.index(after: index)
            }
        }
        add(upTo: bytes.endIndex)
        return isQuoted ? commaSeparated(value) : members
    }

    private static func commaSeparated(_ value: String) -> [Substring] {
        value.utf8.split(separator: UInt8(ascii: ",")).map { trimmed(Substring($0)) }.filter { !$0.isEmpty }
    }

    /// Returns the text without leading and trailing spaces and tabs.
    public static func trimmed(_ text: Substring) -> Substring {
        func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let rest = text.utf8.drop(while: isSpace)
        guard let last = rest.lastIndex(where: { !isSpace($0) }) else { return "" }
        return Substring(rest[...last])
    }

    /// Returns the content of a quoted string, or any other text unchanged.
    public static func unquoted(_ text: Substring) -> String {
        guard text.utf8.first == UInt8(ascii: "\"") else { return String(text) }
        var reader = FieldReader(String(text))
        return reader.value(until: "")
    }

    /// Returns the number of seconds that a text of one or more digits stands for (RFC 9111, section 1.2.2); nil for
    /// any other text.
    public static func seconds(_ text: some StringProtocol) -> TimeInterval? {
        guard !text.isEmpty, text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
        return text.utf8.reduce(0) { $0 * 10 + TimeInterval($1 - UInt8(ascii: "0")) }
    }
}
