package import Foundation

extension String {
    /// Creates a string from UTF-8 bytes; returns nil if they are not valid UTF-8.
    package init?(wholeUTF8 data: Data) {
        let text = String(decoding: data, as: UTF8.self)
        guard Data(utf8: text) == data else { return nil }
        self = text
    }

    /// The text, with every control character, format character, and line or paragraph separator written as an escape
    /// such as `\u{200B}`.
    package var visible: String {
        var result = ""
        for scalar in unicodeScalars { result.append(visible: scalar) }
        return result
    }

    /// The text in double quotes; escapes replace double quotes, backslashes and the characters that `visible` changes.
    package var quoted: String {
        var result = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\r": result += "\\r"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            default: result.append(visible: scalar)
            }
        }
        return result + "\""
    }

    /// The characters that `visible` changes.
    var invisibleScalars: [Unicode.Scalar] {
        var scalars: [Unicode.Scalar] = []
        for scalar in unicodeScalars where scalar.isInvisible { scalars.append(scalar) }
        return scalars
    }

    private mutating func append(visible scalar: Unicode.Scalar) {
        if scalar.isInvisible {
            self += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        } else {
            unicodeScalars.append(scalar)
        }
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
