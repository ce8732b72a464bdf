import Foundation

/// Writes text and bytes so that a POSIX shell reads them as they are (POSIX.1-2024, XCU, section 2.2).
enum ShellText {
    /// Returns the text as a single shell word, in single quotes.
    static func quoted(_ text: String) -> String {
        "'" + escapingQuotes(text) + "'"
    }

    static func printf(_ data: Data) -> String {
        // Non-ASCII bytes stay readable only if the data is UTF-8 whose non-ASCII characters are all visible.
        let text = String(wholeUTF8: data)
        let isText = text?.invisibleScalars.allSatisfy(\.isASCII) ?? false
        var format: [UInt8] = []
        for (index, byte) in data.enumerated() {
            switch byte {
            case UInt8(ascii: "\n"): format += "\\n".utf8
            case UInt8(ascii: "\r"): format += "\\r".utf8
            case UInt8(ascii: "\t"): format += "\\t".utf8
            case UInt8(ascii: "\\"): format += "\\\\".utf8
            case UInt8(ascii: "%"): format += "%%".utf8
            // At the start, a hyphen would begin an option.
            case UInt8(ascii: "-") where index == 0: format += octal(byte)
            case 0x20..<0x7F: format.append(byte)
            default: if isText, byte >= 0x80 { format.append(byte) } else { format += octal(byte) }
            }
        }
        return "printf " + quoted(String(decoding: format, as: UTF8.self))
    }

    private static func octal(_ byte: UInt8) -> String.UTF8View {
        let digits = String(byte, radix: 8)
        return ("\\" + String(repeating: "0", count: 3 - digits.count) + digits).utf8
    }

    /// Escapes single quotes byte by byte: a quote followed by a combining character is not a quote to `Character`.
    private static func escapingQuotes(_ text: String) -> String {
        let parts = Array(text.utf8)[...].split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
        return parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "'\\''")
    }
}
