public import Foundation

@_spi(Tools) extension String {
    /// Creates a string from UTF-8 bytes; returns nil if they are not valid UTF-8.
    public init?(wholeUTF8 data: Data) {
        let bytes = Array(data)
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }

    /// The text, with every control character, format character, and line or paragraph separator written as an escape
    /// such as `\u{200B}`.
    public var visible: String {
        escaped(inQuotes: false)
    }

    /// The text in double quotes; escapes replace double quotes, backslashes and the characters that `visible` changes.
    public var quoted: String {
        escaped(inQuotes: true)
    }

    private func escaped(inQuotes: Bool) -> String {
        var result = inQuotes ? "\"" : ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"" where inQuotes: result += "\\\""
            case "\\" where inQuotes: result += "\\\\"
            case "\r" where inQuotes: result += "\\r"
            case "\n" where inQuotes: result += "\\n"
            case "\t" where inQuotes: result += "\\t"
            case _ where scalar.isInvisible:
                result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return inQuotes ? result + "\"" : result
    }

    /// The characters that `visible` changes.
    public var invisibleScalars: [Unicode.Scalar] {
        var scalars: [Unicode.Scalar] = []
        for scalar in unicodeScalars where scalar.isInvisible { scalars.append(scalar) }
        return scalars
    }
}

extension Unicode.Scalar {
    fileprivate var isInvisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
